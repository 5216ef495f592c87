"""Where files are kept, the settings file, and the language."""
