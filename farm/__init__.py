"""Work in units, on as many processes and machines as there are; the same bytes come out of one and of twenty."""
