"""A game published by MQTT, so that lamps, scoreboards and smart homes can follow it.

If the settings allow it, buttons can be pressed by MQTT; no other commands are accepted.
"""
