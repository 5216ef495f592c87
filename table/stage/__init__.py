"""The stage of a table, independent of any screen: the board as it is shown now, and the entry of moves."""
