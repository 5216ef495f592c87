"""After a game: its turning points, a page to keep, and the next game."""
