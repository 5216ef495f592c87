"""The Connect 4 search as machine code: bit boards, parity rules, and alpha-beta search in null windows.

Holes are bits as in `games.connect4.rules`: seven bits per column, of which the lowest is the bottom hole and the seventh
is always empty. A position consists of the mover's stones, the stones of both sides, and their number. A score is 22 minus
the number of stones that the winner will have played, negative if the mover loses, 0 for a draw.
"""
