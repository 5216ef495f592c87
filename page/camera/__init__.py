"""A phone as the camera: choosing it, the table's view through it, and advice on placing it."""
