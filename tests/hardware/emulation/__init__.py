"""Counterparts of real devices: an Arduino on simavr, noisy serial lines, WLED, LCDd."""
