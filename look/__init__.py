"""The visual design shared by the window, the page for phones and printed pages.

This package depends on neither Tk nor image files.
"""
