"""A keyboard on the screen, for those who have no other: it writes into the field that was tapped."""
