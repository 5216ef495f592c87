"""Child processes: started, written to, read and ended; and how this program is installed and extended."""
