"""Paper: placement cards, boards, corner markers, the lens sheet, and the page to keep of a game."""
