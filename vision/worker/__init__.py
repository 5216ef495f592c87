"""Capture and vision in a process of their own: JSON lines in and out, the newest picture through shared memory."""
