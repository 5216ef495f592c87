"""A game published by MQTT, so that lamps, scoreboards and smart homes can follow it. It takes no commands."""
