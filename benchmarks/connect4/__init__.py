"""Speed of the Connect 4 solver beside its peers, and the positions for that."""
