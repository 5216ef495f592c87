"""The stage of a table, without a screen: the board as it is shown now, and the entry of moves."""
