"""The camera in the window: its picture beside the board, and the steps that make a board known to it."""
