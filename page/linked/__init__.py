"""Two tables as one: two families, each with its own board, play one game and set down each other's moves.

One table is the host of the page; the other joins it as a guest that plays some seats, as a phone does.
"""
