"""Files and folders chosen with a finger, in sheets over the page."""
