"""The search that plays any game: Monte-Carlo tree search over the rules alone, which is stronger with a game's own
knowledge.
"""
