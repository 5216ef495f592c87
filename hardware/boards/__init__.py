"""Boards that feel: sensors under a board and buttons beside it, over a serial port or TCP (docs/board-protocol.md)."""
