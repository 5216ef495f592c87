"""A phone as the camera: which one, what the table sees through it, and how it could be placed better."""
