"""Touch-friendly sheets for choosing files and folders."""
