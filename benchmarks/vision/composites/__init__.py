"""Films of real sets, made of photos: pieces of the same photo are moved, and a camera, a hand and lamps are added.

Photos are not part of the repository. Films of them are made for one run, in a temporary folder.
"""
