"""Lints of the whole checkout: the order of the rooms, circles of imports, names, sizes of files."""
