"""The table page: a game in progress, with everything a person can do at it."""
