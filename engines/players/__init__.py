"""Players that can take a seat: engine processes and pure-Python players."""
