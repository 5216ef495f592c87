"""Path tracing by Mitsuba 3, which no other file imports."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.vision.renders.shapes.patch import Patch
from benchmarks.vision.renders.shapes.solids import Vectors, shading_normals
from benchmarks.vision.renders.tracing.camera import RenderCamera
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial
from benchmarks.vision.renders.tracing.sensor import Light

MAX_BOUNCES = 4  # of a light path; scenes with clear parts need more
MAX_CLEAR_BOUNCES = 8
MAX_LIGHT = 40.0  # a sample brighter than this is a stray path through glass, not a highlight
LLVM_PATTERNS = (
    "/usr/lib/*/libLLVM.so.19*", "/usr/lib/*/libLLVM-19.so*", "/usr/lib/llvm-19/lib/libLLVM*.so*", "/usr/lib64/libLLVM*19*",
    "/opt/homebrew/opt/llvm@19/lib/libLLVM.dylib", "/usr/local/opt/llvm@19/lib/libLLVM.dylib",
)  # fmt: skip


class NoTracer(RuntimeError):
    """The renderer or its compiler is missing; the text lists the packages to install."""


@dataclass(frozen=True)
class RenderScene:
    """A scene to render.

    Attributes:
        parts: all visible objects, in board units.
        sky: the environment map; see `room.sky`.
    """

    parts: Sequence[ScenePart]
    sky: Light


@cache
def mitsuba(threads: int = 1) -> Any:
    """Load and configure the renderer in this process; return its module.

    Raises:
        NoTracer: it, or libLLVM, is missing.
    """
    if "DRJIT_LIBLLVM_PATH" not in os.environ:
        found = sorted(path for pattern in LLVM_PATTERNS for path in Path("/").glob(pattern.lstrip("/")))
        if not found:
            raise NoTracer(
                "libLLVM 19 is missing: install it (Debian: apt install libllvm19), or name it in DRJIT_LIBLLVM_PATH"
            )
        os.environ["DRJIT_LIBLLVM_PATH"] = str(found[0])
    try:
        import drjit
        import mitsuba as mi
    except ImportError as error:
        raise NoTracer("the renderer is missing: uv sync --group renders") from error
    mi.set_variant("llvm_ad_rgb")
    drjit.set_thread_count(threads)
    return mi


class RenderStage:
    """A scene with a fixed camera, light and background, while other parts change from picture to picture."""

    def __init__(self, scene: RenderScene, camera: RenderCamera) -> None:
        self._mitsuba = mitsuba()
        self._camera = camera
        self._clear = _clear(scene.parts)
        self._standing = {
            "sky": _sky(self._mitsuba, scene.sky),
            **{f"part{n:03d}": _mesh(self._mitsuba, part, f"part{n:03d}") for n, part in enumerate(scene.parts)},
        }

    def light(self, parts: Sequence[ScenePart], samples: int, seed: int, only: Patch | None = None) -> Light:
        """Return the light that reaches the camera with these parts added, with overscan and without lens distortion;
        `only` that of a patch, if given.
        """
        return self._traced(parts, samples, seed, alpha=False, only=only)

    def cut_out(self, parts: Sequence[ScenePart], samples: int, seed: int) -> tuple[Light, Light]:
        """Return the light of these parts alone, 0 elsewhere, and the share of each pixel that they cover, shape (h, w,
        1).
        """
        light = self._traced(parts, samples, seed, alpha=True)
        return light[..., :3], np.clip(light[..., 3:], 0, 1)

    def _traced(self, parts: Sequence[ScenePart], samples: int, seed: int, alpha: bool, only: Patch | None = None) -> Light:
        mi = self._mitsuba
        clear = self._clear or _clear(parts)
        description = {
            "type": "scene",
            "integrator": {
                "type": "path",
                "max_depth": MAX_CLEAR_BOUNCES if clear else MAX_BOUNCES,
                "hide_emitters": alpha,
            },
            "sensor": _sensor(mi, self._camera, samples, "rgba" if alpha else "rgb", only),
            **self._standing,
            **{f"piece{n:03d}": _mesh(mi, part, f"piece{n:03d}") for n, part in enumerate(parts)},
        }
        light = np.array(mi.render(mi.load_dict(description), spp=samples, seed=seed))
        return np.asarray(np.nan_to_num(light).clip(0, MAX_LIGHT), np.float32)


def traced(scene: RenderScene, camera: RenderCamera, samples: int, seed: int) -> Light:
    """Return the light that reaches the camera, with overscan and without lens distortion."""
    return RenderStage(scene, camera).light((), samples, seed)


def _clear(parts: Sequence[ScenePart]) -> bool:
    return any(part.material.clear for part in parts)


def _world(vectors: Vectors) -> Vectors:
    """Map board units into Mitsuba's right-handed world: y away from the near side."""
    return vectors * (1, -1, 1)


def _sensor(mi: Any, camera: RenderCamera, samples: int, pixels: str, only: Patch | None) -> dict[str, Any]:
    (width, height), beyond = camera.size, camera.overscan
    right, down, forward = _world(camera.axes)
    matrix = np.eye(4)
    window = only or Patch(0, 0, width + 2 * beyond, height + 2 * beyond)
    matrix[:3] = np.column_stack([-right, -down, forward, _world(np.array(camera.eye))])
    return {
        "type": "perspective",
        "fov": math.degrees(2 * math.atan((width / 2 + beyond) / camera.lens.focal)),
        "fov_axis": "x",
        "near_clip": 0.01,
        "to_world": mi.ScalarTransform4f(matrix.tolist()),
        "film": {
            "type": "hdrfilm",
            "width": width + 2 * beyond,
            "height": height + 2 * beyond,
            "crop_offset_x": window.left,
            "crop_offset_y": window.top,
            "crop_width": window.width,
            "crop_height": window.height,
            "rfilter": {"type": "gaussian"},
            "pixel_format": pixels,
        },
        "sampler": {"type": "independent", "sample_count": samples},
    }


def _sky(mi: Any, sky: Light) -> dict[str, Any]:
    upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)  # Mitsuba's environment maps have y upwards
    return {"type": "envmap", "bitmap": mi.Bitmap(np.ascontiguousarray(sky)), "to_world": upright}


def _mesh(mi: Any, part: ScenePart, name: str) -> Any:
    solid, material = part.solid, part.material
    vertices, faces = _world(solid.vertices), solid.faces
    if _volume(vertices, faces) < 0:
        faces = faces[:, ::-1]
    normals = shading_normals(vertices, faces)
    corner = faces.ravel()
    uv = solid.uv if solid.uv is not None else _from_above(solid.vertices) / material.span
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(_bsdf(mi, material))
    mesh = mi.Mesh(name, len(corner), len(faces), props=properties, has_vertex_normals=True, has_vertex_texcoords=True)
    parameters = mi.traverse(mesh)
    parameters["vertex_positions"] = vertices[corner].astype(np.float32).ravel()
    parameters["vertex_normals"] = normals.astype(np.float32).ravel()
    parameters["vertex_texcoords"] = uv[corner].astype(np.float32).ravel()
    parameters["faces"] = np.arange(len(corner), dtype=np.uint32)
    parameters.update()
    return mesh


def _from_above(vertices: Vectors) -> Vectors:
    """Return texture coordinates in board units, from above; part of the height is added, as sides would show streaks."""
    return np.asarray(vertices[:, :2] + 0.7 * vertices[:, 2:], np.float64)


def _volume(vertices: Vectors, faces: Any) -> float:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum())


def _bsdf(mi: Any, material: SurfaceMaterial) -> dict[str, Any]:
    colour: dict[str, Any] = {"type": "rgb", "value": list(material.colour)}
    if material.texture is not None:
        texture = np.ascontiguousarray(material.texture, np.float32)
        colour = {"type": "bitmap", "bitmap": mi.Bitmap(texture), "raw": True, "wrap_mode": "mirror"}
    if material.clear:
        return {
            "type": "principled",
            "base_color": colour,
            "roughness": material.rough or 0.1,
            "spec_trans": material.clear,
            "eta": 1.5,
        }
    if material.rough is None:
        return {"type": "twosided", "inner": {"type": "diffuse", "reflectance": colour}}
    shine = {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": material.rough, "nonlinear": True}
    return {"type": "twosided", "inner": shine}
