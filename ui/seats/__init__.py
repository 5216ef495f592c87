"""The seats page: who plays, how strong, with which help, and the game's options."""
