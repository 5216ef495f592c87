"""The doubling cube: what positions are worth with it, when to double and to take, and how likely a match is won.

Plain numbers without arrays, so that every player can ask, in whatever process.
"""
