"""The discovery file that a running Plinth keeps."""

from __future__ import annotations

import json
import os
import stat
import sys
from typing import Optional

_MAX_RUNTIME_BYTES = 16_384


def data_directory() -> str:
    """The folder in which Plinth keeps its data, as the host itself chooses it."""
    chosen = os.environ.get("PLINTH_DATA_DIR")
    if chosen:
        return chosen
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "Plinth")
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
        return os.path.join(local, "Plinth")
    share = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(share, "plinth")


def _read_own_file(path: str) -> Optional[bytes]:
    # Another user of this computer must not be able to point the token at a listener of their own: the file counts
    # only when it is a plain file of ours that nobody else may write. O_NONBLOCK keeps a planted FIFO from hanging us.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    file = os.open(path, flags | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    try:
        facts = os.fstat(file)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > _MAX_RUNTIME_BYTES:
            return None
        if sys.platform != "win32" and (facts.st_uid != os.getuid() or facts.st_mode & 0o022):
            return None
        return os.read(file, _MAX_RUNTIME_BYTES)
    finally:
        os.close(file)


def _is_alive(pid: object) -> bool:
    if not isinstance(pid, int) or isinstance(pid, bool) or pid < 1:
        return False
    if sys.platform == "win32":
        # os.kill(pid, 0) would send Ctrl-C there.
        import ctypes

        query_limited_information, still_active = 0x1000, 259
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(query_limited_information, False, pid)
        if not handle:
            return False
        status = ctypes.c_ulong()
        known = kernel.GetExitCodeProcess(handle, ctypes.byref(status))
        kernel.CloseHandle(handle)
        return bool(known) and status.value == still_active
    try:
        os.kill(pid, 0)
    except PermissionError:
        # It lives, and is not ours to signal.
        return True
    except (OSError, OverflowError):
        return False
    return True


def discover() -> object:
    """The base URL in ``runtime.json`` of a Plinth that is alive; None when there is none to trust."""
    try:
        runtime = json.loads(_read_own_file(os.path.join(data_directory(), "runtime.json")) or b"null")
    except (OSError, ValueError, RecursionError):
        # No file, no permission or not JSON: all mean that nothing was discovered.
        return None
    if not isinstance(runtime, dict) or not _is_alive(runtime.get("pid")):
        return None
    return runtime.get("baseUrl")
