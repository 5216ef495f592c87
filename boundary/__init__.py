"""The program's boundary: untrusted numbers, JSON and files, read within limits on size and form.

Errors are plain `ValueError` and `OSError`; the caller turns them into sentences for people.
"""
