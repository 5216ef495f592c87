"""Matches of backgammon in the dialects of its programs."""
