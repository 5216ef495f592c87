"""Boards with buttons and with sensors that detect pieces, connected by serial port or TCP (docs/board-protocol.md)."""
