"""How the opening book of Kalah was made."""
