"""A voice that reads out the text of displays, using one of the system's programs. It is off unless the user switches it
on.
"""
