"""TriDice's kernels. A die is encoded as one byte, and a side as four; all positions are from the mover's point of view."""
