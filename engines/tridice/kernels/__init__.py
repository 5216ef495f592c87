"""TriDice's compiled parts. A die is a byte, a side four of them; everything is seen from the side to move."""
