"""Game records: their events, the files to which events are appended, and the games in a records folder."""
