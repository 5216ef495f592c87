"""Capture and vision in a separate process: JSON lines on its standard streams, and the newest picture through shared
memory.
"""
