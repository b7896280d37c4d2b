"""Equal stations from one: write the folder, take it, compare."""
