"""Analysis of a game: values, mistakes, luck, and the report at its end."""
