"""All games in the records folder: how to view, delete and restore them, export them to files, and import files."""
