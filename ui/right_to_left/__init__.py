"""Where everything that the window shows goes over to Tk: the one place that knows of writing from right to left."""
