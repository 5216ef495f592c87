"""Commands about the program itself: which version it is, updating and removing it, starting it by itself."""
