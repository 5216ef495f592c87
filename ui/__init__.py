"""The window, in Tk: pages, one canvas that draws any board, dialogs. It knows neither rules nor engines' insides."""
