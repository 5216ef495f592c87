"""Sources of pictures: cameras, phones, videos, folders of pictures, recordings and scripts.

`open_source.open_source(text)` returns a `FrameSource`; each of its frames has a picture (height, width, 3; BGR, 8 bit),
its number, and the time at which it was taken, in seconds.
"""
