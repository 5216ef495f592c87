"""Six-sided dice, found and read by their upper faces."""
