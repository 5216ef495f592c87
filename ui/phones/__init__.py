"""The page for phones, as the window opens and closes it."""
