"""How the evaluation and the endgame tables of TriDice were made."""
