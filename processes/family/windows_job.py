"""A Windows job object that kills its process when the last handle to the job is closed. Not yet tested on Windows."""

from __future__ import annotations

import ctypes
import subprocess
from typing import Any

KILL_ON_JOB_CLOSE = 0x2000
EXTENDED_LIMIT_INFORMATION = 9  # number of the structure below


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("basic", _BasicLimits),
        ("io_counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class WindowsJob:
    """A job object for one process. If it cannot be created, the process is left unguarded, but no error is raised."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Assign the process to a new job."""
        self._system: Any = vars(ctypes)["WinDLL"]("kernel32", use_last_error=True)  # a name that only Windows has
        self._system.CreateJobObjectW.restype = ctypes.c_void_p
        self._handle = ctypes.c_void_p(self._system.CreateJobObjectW(None, None))
        limits = _ExtendedLimits()
        limits.basic.flags = KILL_ON_JOB_CLOSE
        self._system.SetInformationJobObject(
            self._handle, EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        self._system.AssignProcessToJobObject(self._handle, ctypes.c_void_p(int(vars(process)["_handle"])))

    def __del__(self) -> None:
        """Close the handle, which ends the process if it is still running."""
        self._system.CloseHandle(self._handle)
