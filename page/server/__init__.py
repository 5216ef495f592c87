"""The server process: serves the page to the room, lets in guests, and passes messages on. It knows no games."""
