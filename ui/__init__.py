"""The window, in Tk: pages, dialogs, and one canvas that draws any board. No rules, no internals of engines."""
