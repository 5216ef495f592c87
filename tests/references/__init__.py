"""Second implementations of the rules, and published counts, to compare the games with."""
