"""Things that show and sound: lights, text displays, voice, paper. They know announcements, not the games' rules."""
