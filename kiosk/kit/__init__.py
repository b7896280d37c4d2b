"""What every window is made of: canvas, shapes, sizes, keys, plain windows. Qt, and no feature.

A window draws with these and owns none of them; sizes and colours have their names here.

Open to other folders: accessible bands canvas keys lean_qt page_window scale shapes signs windows
"""
