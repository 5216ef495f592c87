"""Machine code compiled from Python with numba, for the searches that need it. Only the engine process imports this.

A kernel is a function of numbers, records, and arrays of either. Its data are records (`engines.jit.records`) that Python
allocates, so a search allocates no memory itself, and can be interrupted and resumed between two slices of its work.
"""
