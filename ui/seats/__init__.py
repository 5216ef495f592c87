"""The seats page: the players, their strength and help, and the game's options."""
