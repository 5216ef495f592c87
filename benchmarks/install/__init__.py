"""Installation in every form, tested in a bare Debian root."""
