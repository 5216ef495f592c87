"""Installation: every form is tried in a bare Debian root."""
