"""Output devices beside the screen: choosing and testing them in the window."""
