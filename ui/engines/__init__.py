"""The part of the settings for other makers' engines."""
