"""Capture and vision in a separate process, which exchanges JSON lines on its standard streams and shares the newest
picture through memory.
"""
