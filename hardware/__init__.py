"""Output devices: lights, text displays, voice, paper, and the machine itself.

They present announcements and do not know the rules of any game.
"""
