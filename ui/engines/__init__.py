"""The settings for third-party engines."""
