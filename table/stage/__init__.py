"""The parts of the user interface that do not depend on a particular screen: the displayed board and move entry."""
