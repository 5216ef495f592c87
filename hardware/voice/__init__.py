"""A voice that reads out the text of displays, through a program of the system. Off unless somebody wants it."""
