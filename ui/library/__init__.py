"""The library: all games, unfinished and finished, to be gone on with, looked through, exported, deleted, brought back."""
