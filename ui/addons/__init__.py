"""Add-ons in the window: one question about each, and a list in the settings."""
