"""Child processes: how to start them, exchange lines with them and end them; and the installation and extension of this
program.
"""
