"""Training of the evaluation of TriDice, and making of its endgame tables."""
