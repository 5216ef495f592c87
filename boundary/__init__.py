"""Parsing untrusted numbers, JSON and files within limits on their size and form.

Errors are raised as plain `ValueError` and `OSError`; callers turn them into user-facing messages.
"""
