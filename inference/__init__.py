"""Inference of the moves that were made: from evidence (the log-likelihood of each content of each cell) to the posterior
over legal turns.

A turn that is likely enough is accepted and reported; if several turns are likely, the players are asked. A board that no
turn explains is reported as well.
"""
