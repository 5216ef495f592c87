"""Tests of the measurements of the window."""
