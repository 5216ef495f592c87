"""Units of work, spread over processes and machines; one process or twenty give the same results, byte for byte."""
