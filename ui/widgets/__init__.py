"""General-purpose widgets and widget behaviour, which depend on the theme but not on games."""
