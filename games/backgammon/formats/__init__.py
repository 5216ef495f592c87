"""Text and file formats in which backgammon programs exchange positions and matches."""
