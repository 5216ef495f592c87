"""The table page: a game in progress, with everything that people can do there."""
