"""A game's lessons, one after the other, with boards drawn from the rules."""
