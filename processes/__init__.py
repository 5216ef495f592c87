"""Child processes: starting, writing, reading and ending them; installation and extension of this program."""
