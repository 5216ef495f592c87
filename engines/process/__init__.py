"""Engine processes, and communication with them over GTP."""
