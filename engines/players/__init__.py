"""The players that can take a seat: engine processes and players in pure Python."""
