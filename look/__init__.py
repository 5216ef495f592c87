"""The program's look, shared by the window, the page for phones, and printed pages. This package uses neither Tk nor
pictures.
"""
