"""The games in the records folder: viewing, deletion and restoration, export to files, and import from files."""
