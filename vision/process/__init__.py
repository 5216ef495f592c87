"""Capture and vision in a process of their own: lines of JSON come out of it, the newest picture through shared memory."""
