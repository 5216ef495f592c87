"""The library of all games, where they can be continued, replayed, exported, deleted and restored."""
