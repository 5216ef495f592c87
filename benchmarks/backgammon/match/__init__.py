"""How strong sheshbesh is played, measured by others."""
