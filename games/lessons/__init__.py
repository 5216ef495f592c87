"""How to play a game: a few lessons, each a sentence or two with pictures of real positions and moves."""
