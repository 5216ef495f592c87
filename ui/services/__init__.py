"""Services that outlive individual pages, such as the lights, the board's sensors and the page for phones."""
