"""A game in progress: seats, whose turn, dice, the record, undo, resume; notifies displays, takes moves from observers."""
