"""LEDs under a board: which one lies under which cell, regular or learned one by one."""
