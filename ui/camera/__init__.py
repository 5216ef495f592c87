"""The camera in the window: its picture beside the board, and its set-up for a board."""
