"""Tasks that need the camera and other devices together, step by step, driven by the window and by commands; they do not
use Tk.
"""
