"""The window, in Tk: pages, one canvas that draws any board, dialogs. It needs neither the rules nor the internals of
engines.
"""
