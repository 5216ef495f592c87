"""Sources of pictures: a camera, a phone, a video, a folder of pictures, a recording, a script.

`open_source.open_source(text)` returns a `FrameSource`; each of its frames is a picture (height, width, 3; BGR, 8 bit) with
its number, and the time at which it was taken, in seconds.
"""
