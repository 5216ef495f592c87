"""The table page, which shows a game in progress and offers all its actions."""
