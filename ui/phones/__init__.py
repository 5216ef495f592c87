"""Opening and closing the page for phones from the window."""
