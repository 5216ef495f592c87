"""Printed sheets: placement cards, boards, corner markers, the lens sheet and keepsake pages."""
