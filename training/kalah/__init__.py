"""Making of the opening book of Kalah."""
