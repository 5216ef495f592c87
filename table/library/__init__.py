"""All games of the records folder: looked through, deleted and brought back, written to files and read from them."""
