"""The page for phones, where each guest sees the game on their own phone and plays from there."""
