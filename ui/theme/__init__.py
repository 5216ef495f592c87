"""The look of the window: fonts, colours, spacing, and those parts of widgets that the program draws itself."""
