"""Servers and surroundings for the tests. The standard library alone."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
import zlib
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple
from unittest import mock

PACKAGE = Path(__file__).resolve().parents[1]
REPOSITORY = PACKAGE.parents[1]
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def make_token(prefix: str = "plint_", filling: str = "a1B2") -> str:
    """A well-formed token, made here so that no file holds one."""
    body = prefix + (filling * 43)[:43]
    rest, digits = zlib.crc32(body.encode()), ""
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        digits = _ALPHABET[digit] + digits
    return body + digits


@contextlib.contextmanager
def isolated(**variables: str) -> Iterator[str]:
    """An empty data folder, and none of the machine's own Plinth variables; yields the folder."""
    folder = tempfile.mkdtemp(prefix="plinth-sdk-")
    names = ("PLINTH_TOKEN", "PLINTH_BASE_URL", "PLINTH_DATA_DIR", "XDG_DATA_HOME")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    try:
        with mock.patch.dict(os.environ, {**kept, "PLINTH_DATA_DIR": folder, **variables}, clear=True):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _steps_of(reply: Dict[str, Any]) -> List[Dict[str, Any]]:
    if "raw" in reply:
        steps: List[Dict[str, Any]] = reply["raw"]
        return steps
    text = reply["text"] if "text" in reply else json.dumps(reply.get("json"))
    headers = {**reply["headers"], "Content-Length": str(len(text.encode()))}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return [{"send": f"HTTP/1.1 {reply['status']} Status\r\n{head}\r\n{text}"}]


class ScriptedServer:
    """A server on a raw socket that answers as it is told and keeps what it was sent."""

    def __init__(self, reply_to: Callable[[int], Dict[str, Any]], host: str = "127.0.0.1") -> None:
        self._reply_to = reply_to
        self._lock = threading.Lock()
        self._sockets: List[socket.socket] = []
        self._closed = False
        self.requests: List[bytes] = []
        self.connections = 0
        self.flooded = 0
        self._listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((host, 0))
        self._listener.listen(64)
        self.port: int = self._listener.getsockname()[1]
        self.base_url = f"http://{'[::1]' if ':' in host else host}:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if self._closed:
                    sock.close()
                    return
                self.connections += 1
                self._sockets.append(sock)
            threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, sock: socket.socket) -> None:
        pending = b""
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                data = sock.recv(65536)
                if not data:
                    break
                pending += data
                request, pending = _take_request(pending)
                while request:
                    with self._lock:
                        self.requests.append(request)
                        index = len(self.requests) - 1
                    if not self._play(sock, _steps_of(self._reply_to(index))):
                        return
                    request, pending = _take_request(pending)
        except OSError:
            pass
        finally:
            sock.close()

    def _play(self, sock: socket.socket, steps: List[Dict[str, Any]]) -> bool:
        for step in steps:
            if "send" in step:
                sock.sendall(step["send"].encode())
            elif "drip" in step:
                for letter in step["drip"]:
                    sock.sendall(letter.encode())
                    time.sleep(step["everyMs"] / 1000)
            elif "flood" in step:
                chunk = b"x" * 65536
                for _ in range(step["flood"] // len(chunk)):
                    sock.sendall(chunk)
                    self.flooded += len(chunk)
            elif "reset" in step:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return False
            elif "close" in step:
                return False
        return True

    def close(self) -> None:
        with self._lock:
            self._closed = True
            sockets = list(self._sockets)
        # Unlike close(), this wakes a thread that is in accept() or recv().
        for sock in [self._listener, *sockets]:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _take_request(pending: bytes) -> Tuple[bytes, bytes]:
    end = pending.find(b"\r\n\r\n")
    if end < 0:
        return b"", pending
    match = re.search(rb"(?i)content-length: (\d+)", pending[:end])
    whole = end + 4 + (int(match[1]) if match else 0)
    return (pending[:whole], pending[whole:]) if len(pending) >= whole else (b"", pending)


HEADERS = {"Plinth-Api-Version": "1.1", "Content-Type": "application/json"}
RECEIPT = {"accepted": True, "recorded": True, "reportOnly": True, "receiptId": "rcpt_01JCONFORMANCE0000000000AA"}
TAKEN: Dict[str, Any] = {"status": 202, "headers": HEADERS, "json": RECEIPT}
HANG: Dict[str, Any] = {"raw": [{"hang": True}]}
CLOSE: Dict[str, Any] = {"raw": [{"close": True}]}


def always(reply: Dict[str, Any]) -> Callable[[int], Dict[str, Any]]:
    return lambda _index: reply


def problem(status: int, code: str, **more: Any) -> Dict[str, Any]:
    return {"status": status, "headers": HEADERS, "json": {"status": status, "code": code, **more}}


def body_of(request: bytes) -> Dict[str, Any]:
    body: Dict[str, Any] = json.loads(request.partition(b"\r\n\r\n")[2])
    return body


def find_node() -> Optional[str]:
    """The Node that runs this checkout's host, if it is installed."""
    node = REPOSITORY / "node_modules" / "node" / "bin" / ("node.exe" if os.name == "nt" else "node")
    host = REPOSITORY / "bin" / "plinth.js"
    return str(node) if node.exists() and host.exists() else None


class RealHost:
    """A headless Plinth of this repository in a folder of its own."""

    def __init__(self, data_dir: Optional[str] = None) -> None:
        self.data_dir = data_dir or tempfile.mkdtemp(prefix="plinth-host-")
        self._node = find_node() or ""
        self._env = {
            **os.environ,
            "PLINTH_DATA_DIR": self.data_dir,
            "PLINTH_PORT": "0",
            "PLINTH_KEYCHAIN": "off",
        }
        command = [self._node, str(REPOSITORY / "bin" / "plinth.js"), "serve"]
        self._process = subprocess.Popen(command, env=self._env, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            raise RuntimeError("the host ended before it listened")
        self.base_url: str = json.loads(Path(self.data_dir, "runtime.json").read_text())["baseUrl"]

    def _cli(self, *arguments: str) -> str:
        command = [self._node, str(REPOSITORY / "bin" / "plinth.js"), *arguments]
        return subprocess.run(command, env=self._env, check=True, stdout=subprocess.PIPE).stdout.decode()

    def generate(self, name: str, *permissions: str) -> str:
        granted = permissions or ("events:write", "capabilities:read")
        issued = json.loads(self._cli("token", "generate", "--name", name, "--json", "-p", *granted))
        return str(issued["token"])

    def revoke(self, name: str) -> None:
        self._cli("token", "revoke", name, "--yes")

    def kill(self) -> None:
        """Ends it at once, as a crash would."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        shutil.rmtree(self.data_dir, ignore_errors=True)
