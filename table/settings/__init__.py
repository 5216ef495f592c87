"""Folders for files, the settings file, and the language."""
