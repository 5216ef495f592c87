"""Infers the moves that were made: evidence (the log-likelihood of each possible content of each cell) gives the posterior
over the legal turns.

A turn that is likely enough is accepted and reported; if several turns are likely, the players are asked. A board that no
turn explains is reported as well.
"""
