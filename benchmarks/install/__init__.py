"""What an installed program is like, tried in a Debian root that has nothing but itself."""
