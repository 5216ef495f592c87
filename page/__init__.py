"""The page at the table: a game shown on everybody's own phone, and played from there."""
