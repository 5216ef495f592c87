"""The look of the program everywhere: in the window, on the page for phones, and on paper. This package uses neither Tk nor
pictures.
"""
