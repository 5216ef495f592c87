"""Publishes a game over MQTT, so that lamps, scoreboards and smart homes can follow it.

If the settings allow it, buttons can be pressed over MQTT; no other commands are accepted.
"""
