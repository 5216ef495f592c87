"""What survives: killed processes and power losses."""
