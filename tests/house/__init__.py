"""Lints of the whole checkout: the order of the packages, circles of imports, names, sizes of files."""
