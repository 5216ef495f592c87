"""Help about the screen as it is now, and the first turn with somebody at one's side."""
