"""The engines by other makers, in the settings."""
