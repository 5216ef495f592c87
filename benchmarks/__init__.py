"""The commands that print every figure in docs/figures.md."""
