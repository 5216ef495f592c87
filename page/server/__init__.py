"""The server process, which serves the page to phones, admits guests, and passes messages on. It knows nothing about the
games.
"""
