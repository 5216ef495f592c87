"""Each game's board and pieces as solids and labels."""
