"""A voice that reads out the text of displays, using one of the system's programs. Off unless somebody wants it."""
