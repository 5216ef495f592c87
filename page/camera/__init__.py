"""A phone as the camera: its choice, the table's view through it, and advice on placing it."""
