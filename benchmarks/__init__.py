"""Every figure in docs/figures.md is printed by a command here."""
