"""How the weights of the Blokus engine were made."""
