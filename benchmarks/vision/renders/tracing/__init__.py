"""From a scene to a camera's picture: materials, path tracing, the sensor."""
