"""A child process with everything that it has started: these end with it, and it ends with this program."""
