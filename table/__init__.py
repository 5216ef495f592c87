"""A game in progress: its seats, turns, dice and record, with undo and resume. It notifies displays, and accepts moves from
observers.
"""
