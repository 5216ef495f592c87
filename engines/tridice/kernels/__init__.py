"""TriDice's kernels. A die is a byte, a side four of them; positions are seen by the side to move."""
