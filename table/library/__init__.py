"""All games of the records folder: view, delete and restore them, export and import files."""
