"""Fitting the levels of a game: strengths that are even steps apart, and how much each gives away per decision."""
