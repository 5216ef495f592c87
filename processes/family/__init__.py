"""Ensures that everything started by a child process ends with the child, and that the child ends with this program."""
