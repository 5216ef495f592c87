"""How the networks, tables and books in the tree were made: scripts to run again, on one machine or several."""
