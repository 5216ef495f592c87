"""The doubling cube: cubeful equities, doubles and takes, and match winning chances.

The package uses plain numbers instead of arrays, so that every player can use it in any process.
"""
