"""A game in progress: seats, turns, dice, the record, undo, resume; it notifies displays and takes moves from observers."""
