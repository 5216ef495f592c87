"""Right-to-left writing: the one place where everything that the window shows goes over to Tk."""
