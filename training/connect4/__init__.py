"""How the opening book of Connect 4 was made."""
