"""Distributes units of work over processes and machines; results are byte-for-byte the same for any number of processes."""
