"""Whether two checkouts write, read and say the same."""
