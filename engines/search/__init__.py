"""Generic Monte-Carlo tree search, which requires only a game's rules but benefits from the game's own evaluation."""
