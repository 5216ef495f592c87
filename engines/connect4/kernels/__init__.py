"""Connect 4 search kernels: bitboards, parity rules, and alpha-beta search with null windows.

Holes are bits as in `games.connect4.rules`: seven bits per column, of which the lowest is the bottom hole and the highest
is always empty. A position consists of the mover's stones, the stones of both sides, and their number. A score is 22 minus
the number of stones that the winner will have played, negated if the mover loses, and 0 for a draw.
"""
