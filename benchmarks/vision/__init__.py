"""What is measured of the camera's side: photos, renders, whole games."""
