"""Output devices: lights, text displays, voice, paper, and the machine itself.

They present announcements and are independent of any game's rules.
"""
