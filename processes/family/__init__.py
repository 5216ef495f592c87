"""A child process and everything that it has started: all of these end with the child, and the child ends with this
program.
"""
