"""The window, in Tk: pages, dialogs, and one canvas that draws any board. It knows neither the rules of games nor the
internals of engines.
"""
