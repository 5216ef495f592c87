"""A game published by MQTT, so that lamps, scoreboards and houses can follow it. Nothing is taken in."""
