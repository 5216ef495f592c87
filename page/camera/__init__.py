"""A phone as the camera: which one, what the table sees by it, and how it could stand better."""
