"""A game published by MQTT, so that lamps, scoreboards and smart homes can follow it.

Buttons may be pressed there if that is allowed; it takes no other commands.
"""
