"""Reliability: killed processes, power losses, hostile input, and long evenings with failing devices."""
