"""The rules against independent references: `python -m benchmarks.rules_check` (see `__main__.py`)."""
