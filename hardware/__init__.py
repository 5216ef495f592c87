"""Things that show and sound: lights, text displays, voice, paper, and the machine itself. They know announcements, not the
games' rules.
"""
