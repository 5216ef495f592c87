"""The doubling cube: cubeful equities, doubles and takes, and match winning chances.

It uses plain numbers instead of arrays, so that every player can use it in any process.
"""
