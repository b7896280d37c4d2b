"""What builds the product, tries it on bare and emulated machines and holds its house in order.

`dev.py` is the one runner. Nothing of it is in the product but `linux`, which is installed as it is.
"""
