"""Add-ons in the window: a dialog for allowing them, and a list in the settings."""
