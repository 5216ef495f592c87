"""The lessons of a game, with boards drawn from its rules."""
