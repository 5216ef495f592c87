"""Games in other programs' formats: written in each dialect from its description, and read again here and there."""
