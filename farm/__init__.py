"""Units of work, spread over processes and machines; twenty processes give the same results as one, byte for byte."""
