"""The seats page, for choosing the players, their strength and help, and the game's options."""
