"""Distributes units of work over processes and machines; results are byte-identical for any number of processes."""
