"""Selection and testing of devices other than the screen."""
