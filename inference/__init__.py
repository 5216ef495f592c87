"""Infers the moves that were made, by computing the posterior over the legal turns from evidence about each cell.

The evidence is the log-likelihood of each possible content of each cell. A turn that is likely enough is accepted and
reported; if several turns are likely, the players are asked. A board that no turn explains is reported as well.
"""
