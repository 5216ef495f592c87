"""A child process with all that it has started, which ends with it; and it ends with this program."""
