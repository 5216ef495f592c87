"""Solids: dice, hands, heaps of seeds, the room around the board."""
