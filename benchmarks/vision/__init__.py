"""Measurements of the camera's side: photos, renders, whole games."""
