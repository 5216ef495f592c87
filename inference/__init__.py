"""Inference of the moves that were made: from evidence, the log-likelihood of each content of each cell, to the posterior
over legal turns: believed and reported, asked about, or reported as a board that no turn explains.
"""
