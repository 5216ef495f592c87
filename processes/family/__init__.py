"""A child process with everything that it has started: all of this ends with the child, and the child ends with this
program.
"""
