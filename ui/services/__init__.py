"""Services that continue while pages come and go: the lights under the board, and phones and other views of the table."""
