"""The look of the window: fonts, colours, distances, and the parts of widgets that are drawn here."""
