"""Games as other programs write them: written in each dialect from its description, and read again here and there."""
