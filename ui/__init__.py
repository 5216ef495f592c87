"""The Tk user interface, with pages, dialogs, and a canvas for any kind of board. It depends neither on the rules of games
nor on the internals of engines.
"""
