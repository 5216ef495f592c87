"""A game in progress, with its seats, turns, dice and record. Supports undo and resume, notifies displays, and accepts
moves from observers.
"""
