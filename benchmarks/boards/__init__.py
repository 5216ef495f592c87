"""Boards with sensors, measured with simulated boards and simulated hands. No real board was at hand."""
