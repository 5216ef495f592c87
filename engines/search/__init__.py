"""The search that plays any game: Monte-Carlo tree search over the rules alone, made stronger by a game's own knowledge."""
