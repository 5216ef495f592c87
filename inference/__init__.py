"""Inference of the moves that were made: from evidence (the log-likelihood of each content of each cell) to the posterior
over legal turns, which are believed and reported, or asked about, unless no turn explains the board, which is reported,
too.
"""
