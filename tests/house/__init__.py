"""Lints of the whole checkout: the order of the packages, import cycles, names, sizes of files."""
