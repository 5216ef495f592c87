"""The server process, which serves the page to phones, admits guests and forwards messages.

It is independent of the games.
"""
