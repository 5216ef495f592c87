"""Evidence for each cell -> the likeliest legal moves: played, asked about, or reported as impossible."""
