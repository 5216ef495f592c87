"""The library: all games, unfinished and finished, to be continued, replayed, exported, deleted or restored."""
