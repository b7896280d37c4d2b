"""More than one machine: equal stations by roll-out, and a spare that goes on for a lost one.

What is taken over is verified first; nothing that exists is overwritten.

Open to other folders: nothing
"""
