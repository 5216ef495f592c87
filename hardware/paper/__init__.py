"""Paper: the placement card, to be carried to a table that stands away from the screen."""
