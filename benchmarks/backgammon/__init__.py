"""Backgammon: matches against peers, error rates, analysis, bear-off tables."""
