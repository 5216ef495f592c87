"""Add-ons in the window: asked about once, and listed in the settings."""
