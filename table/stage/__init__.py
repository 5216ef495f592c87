"""What stands on the stage: the board as it is shown now, and the entry of moves; without a screen."""
