"""Which moves were made? From evidence, the logarithm of the likelihood of each content of each cell, to the posterior over
legal
turns: believed and reported, asked about, or reported as a board that no turn explains.
"""
