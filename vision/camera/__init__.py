"""Where pictures come from: a camera, a phone, a video, a folder of pictures, a recording, a script."""

from vision.camera.choice import open_source
from vision.camera.errors import CameraError
from vision.camera.source import Frame, Source

__all__ = ["CameraError", "Frame", "Source", "open_source"]
