"""Folders in which a stranger has put modules, programs and settings: what of them runs when this program starts others."""
