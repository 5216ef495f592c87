"""What shows and sounds beside the screen, as people choose it in the window."""
