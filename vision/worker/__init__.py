"""Capture and vision in a process of their own: JSON lines on its standard streams, the newest picture through shared
memory.
"""
