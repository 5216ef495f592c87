"""The look of the program everywhere: the window, the page for phones, paper. Without Tk or pictures of its own."""
