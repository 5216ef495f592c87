"""Every figure in the README is printed by a command here."""
