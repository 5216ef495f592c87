"""How the program looks, wherever it is seen: the window, the page for phones, paper. No Tk, no pictures of its own."""
