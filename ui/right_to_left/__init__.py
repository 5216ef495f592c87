"""Support for right-to-left languages, implemented in one place between the window and Tk."""
