"""Step-by-step set-up of a camera's board and lens, or of a photo of a game. Driven by the window and by commands; does not
use Tk.
"""
