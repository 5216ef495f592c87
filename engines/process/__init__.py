"""Engine processes, and the conversation with them over GTP."""
