"""A voice that says what displays show, through a program of the system's. Off unless somebody wants it."""
