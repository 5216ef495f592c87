"""Machine code from Python (numba) for the searches that need it. Only the engine process imports this.

A kernel is a function of numbers alone. What it reads and writes beside them lies in a `Buffer` whose address it is given,
so that a search passes scalars, allocates nothing, and can be left and taken up again between two slices of its work.
"""
