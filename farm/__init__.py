"""Units of work, spread over processes and machines; the results are the same bytes from one process or from twenty."""
