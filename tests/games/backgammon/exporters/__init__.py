"""Matches as backgammon programs write them, a file for each program."""
