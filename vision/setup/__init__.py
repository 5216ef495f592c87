"""Setting up a camera, step by step: the board, the lens, or a photo of a game. The window and commands drive it; it does
not use Tk.
"""
