"""TriDice's kernels. A die is a byte, and a side is four of them; positions are given as the side to move sees them."""
