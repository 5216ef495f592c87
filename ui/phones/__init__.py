"""Controls in the window for opening and closing the page for phones."""
