"""Right-to-left writing, handled in one place: between the window and Tk."""
