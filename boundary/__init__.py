"""Boundary of the program: numbers, JSON and files that others may have written, each read within bounds.

Errors are plain `ValueError` and `OSError`; the caller turns them into the sentence that people read.
"""
