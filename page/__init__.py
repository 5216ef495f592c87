"""The page at the table: a game shown on each guest's phone, and played from there."""
