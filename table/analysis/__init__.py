"""Game analysis: values, mistakes, luck, and the final report."""
