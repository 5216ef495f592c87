"""Installed programs, tried in a Debian root that has nothing but itself."""
