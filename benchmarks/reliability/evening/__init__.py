"""A long evening at the table, in which cables are pulled."""
