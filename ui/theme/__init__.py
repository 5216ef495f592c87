"""How the window looks: fonts, colours, distances, and the parts of widgets that are drawn here."""
