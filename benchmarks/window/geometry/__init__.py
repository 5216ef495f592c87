"""Geometry check: each page and sheet at each screen size, text size, language and mode, as real windows."""
