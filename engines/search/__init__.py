"""The search for any game: Monte-Carlo tree search that needs only the rules, but gains from a game's own evaluation."""
