"""The search that plays any game: Monte-Carlo tree search over the rules alone, better with what a game's folder knows."""

from engines.search.choice import Found, best, found
from engines.search.limit import Limit
from engines.search.mcts import Search

__all__ = ["Found", "Limit", "Search", "best", "found"]
