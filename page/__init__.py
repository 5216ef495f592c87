"""The page for phones: each guest sees the game on their own phone, and plays from there."""
