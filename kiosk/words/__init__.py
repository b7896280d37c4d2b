"""Words, plays and word lists: what a list is, how it comes in, and how it is asked.

A list is known by its fingerprint and verified before it is asked. `importers/` read what other programs
wrote.

Open to other folders: actions editions import_run nearby_run play store writer
"""
