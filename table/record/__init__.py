"""The record of a game: its events, the file they are appended to, and the games found in a folder."""
