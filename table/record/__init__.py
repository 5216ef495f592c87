"""The record of a game: its events, the file to which they are appended, and the games found in a folder."""
