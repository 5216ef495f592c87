"""User interface for finished games: turning points, the keepsake page, and starting the next game."""
