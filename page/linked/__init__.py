"""Links two tables, so that two families, each with its own board, play one game and make each other's moves.

One table hosts the page; the other joins it as a guest that plays some of the seats, like a phone.
"""
