"""A game looked at: values, mistakes, luck, and the report at its end."""
