"""How the levels of a game were fitted: strengths that are an even step apart, and what each gives away a decision."""
