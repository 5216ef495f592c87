"""Right-to-left writing, handled in one place: where the window's calls pass to Tk."""
