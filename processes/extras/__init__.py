"""Extras: packages for optional features, which are added when first needed and can be removed again."""
