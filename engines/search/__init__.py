"""The search that plays any game: Monte-Carlo tree search over the rules alone, better with what a game's folder knows."""

from engines.search.choice import Found, best, found
from engines.search.limit import SearchLimit
from engines.search.mcts import TreeSearch

__all__ = ["Found", "SearchLimit", "TreeSearch", "best", "found"]
