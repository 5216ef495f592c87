"""How the levels of a game were fitted: strengths that are even steps apart, and how much each gives away per decision."""
