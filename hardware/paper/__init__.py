"""Paper: placement cards, boards, corner markers, the lens sheet, and the keepsake page of a game."""
