"""The folders of the user's files, the settings files, and the language."""
