"""Boards that sense their pieces: sensors under a board and buttons beside it, over a serial port or TCP
(docs/board-protocol.md).
"""
