"""The engines of other makers, in the settings."""
