"""Paper: placement cards, boards, corner markers, the lens sheet, and a game's page to keep."""
