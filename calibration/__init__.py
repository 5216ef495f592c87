"""What is learned once about this board and stays: how it lies on the table. Stored as readable TOML."""
