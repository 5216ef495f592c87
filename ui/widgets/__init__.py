"""Widgets and widget behaviour that any page may use; they depend on the theme and not on games."""
