"""A voice that reads announcements aloud, using the system's speech program. It is off by default."""
