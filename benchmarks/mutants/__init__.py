"""Small wrong changes to the program, and whether its tests notice them."""
