"""Widgets and widget behaviour that any page may use; they know the theme and nothing of games."""
