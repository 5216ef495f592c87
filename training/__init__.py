"""How every network, book and table in the tree was made; each can be run again."""
