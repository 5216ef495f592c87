"""The look of the program everywhere: the window, the page for phones, paper. It contains neither Tk nor pictures."""
