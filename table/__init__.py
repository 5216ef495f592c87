"""A game in progress: seats, turns, dice, record, undo, resume. It notifies displays, and accepts moves from observers."""
