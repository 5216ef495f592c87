"""A phone used as the camera: selecting it, showing it what the table sees, and giving advice on where to put it."""
