"""Setup procedures that use the camera together with other devices. They are driven by the window or by commands, and do
not use Tk.
"""
