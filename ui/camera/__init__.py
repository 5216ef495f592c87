"""The camera in the window: its picture next to the board, and its set-up for a board."""
