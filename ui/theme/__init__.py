"""The look of the window: fonts, colours, distances, and those parts of widgets that are drawn here."""
