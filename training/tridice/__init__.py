"""Training of TriDice's evaluation, and the making of its endgame tables."""
