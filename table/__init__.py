"""A game in progress: seats, whose turn, dice, the record, undo, resume; tells displays, hears observers."""
