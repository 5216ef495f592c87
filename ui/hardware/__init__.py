"""What stands beside the screen, in the window: lights under the board, and where other devices have their settings."""
