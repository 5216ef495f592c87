"""Output devices besides the screen: choosing and testing them in the window."""
