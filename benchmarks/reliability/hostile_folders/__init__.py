"""Folders with a stranger's modules, programs and settings, none of which may run when this program starts others."""
