"""How to play a game: its lessons one after the other, with boards drawn from the rules."""
