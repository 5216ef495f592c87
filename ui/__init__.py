"""The window, in Tk: pages, dialogs, and one canvas that draws any board. It knows no rules and no internals of engines."""
