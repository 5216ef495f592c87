"""After a game: its turning points, a page to keep, the next game."""
