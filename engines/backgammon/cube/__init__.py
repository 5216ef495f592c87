"""The doubling cube: cubeful equities, doubles and takes, and match winning chances.

Plain numbers without arrays, so that every player can use it, in any process.
"""
