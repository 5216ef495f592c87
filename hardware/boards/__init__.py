"""Boards that detect their pieces with sensors, and their buttons, connected by serial port or TCP
(docs/board-protocol.md).
"""
