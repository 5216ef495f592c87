"""TriDice's kernels. A die is encoded as one byte, and a side as four; positions are given as the side to move sees
them.
"""
