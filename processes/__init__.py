"""Starts child processes, communicates with them and ends them, and manages the installation and extras of this program."""
