"""Where pictures come from: a camera, a phone, a video, a folder of pictures, a recording, a script."""

from vision.camera.errors import CameraError
from vision.camera.open_source import open_source
from vision.camera.source import CameraFrame, FrameSource

__all__ = ["CameraError", "CameraFrame", "FrameSource", "open_source"]
