"""A phone used as the camera: choosing it, showing it what the table sees, and advising people where to put it."""
