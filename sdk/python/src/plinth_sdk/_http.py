"""HTTP/1.1, as much as a client of one known server needs: no input or output of its own, and bounded reading.

The standard library has no asyncio client, and http.client lets a server that drips bytes outlast any timeout. Both
clients feed this parser instead, so both judge a server alike.
"""

from __future__ import annotations

import re
from typing import Dict, NamedTuple, Optional

_MAX_HEAD_BYTES = 16_384
_MAX_BODY_BYTES = 65_536
_MAX_LINE_BYTES = 1_024

_STATUS_LINE = re.compile(rb"HTTP/1\.([01]) ([1-9]\d\d)(?: [^\r\n\x00]*)?")
_HEADER_LINE = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([^\r\n\x00]*)")
_CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?")


class NotHttp(Exception):
    """What arrives is not an HTTP answer."""


class Reply(NamedTuple):
    """What came back. ``body`` is None when the answer is longer than the SDK reads."""

    status: int
    headers: Dict[str, str]
    body: Optional[bytes]


class ReplyParser:
    """Fed with what arrives, it has a ``reply`` as soon as the answer is whole, or longer than it reads."""

    def __init__(self) -> None:
        self.reply: Optional[Reply] = None
        self.started = False
        """Something arrived."""
        self.reusable = False
        """The connection may carry another request."""
        self._buffer = bytearray()
        self._status = 0
        self._headers: Dict[str, str] = {}
        self._body: Optional[bytearray] = None
        self._left: Optional[int] = None
        self._chunked = False
        self._trailer = False
        self._persistent = False

    def feed(self, data: bytes) -> bool:
        """Takes what arrived; True when ``reply`` is there. Raises NotHttp."""
        self.started = True
        self._buffer += data
        while self._body is None:
            end = self._buffer.find(b"\r\n\r\n")
            if max(end, 0 if end >= 0 else len(self._buffer)) > _MAX_HEAD_BYTES:
                raise NotHttp
            if end < 0:
                self._look_like_http()
                return False
            head = bytes(self._buffer[:end])
            del self._buffer[: end + 4]
            self._read_head(head)
        return self._read_chunks() if self._chunked else self._read_plain()

    def end(self) -> bool:
        """The server closed the connection; True when that completes the answer."""
        if self.reply is None and self._body is not None and self._left is None and not self._chunked:
            self._finish(False)
        return self.reply is not None

    def _look_like_http(self) -> None:
        start = b"HTTP/1."
        if bytes(self._buffer[: len(start)]) != start[: len(self._buffer)]:
            raise NotHttp

    def _read_head(self, head: bytes) -> None:
        first, *lines = head.split(b"\r\n")
        match = _STATUS_LINE.fullmatch(first)
        if match is None:
            raise NotHttp
        status = int(match[2])
        if status == 101:
            raise NotHttp
        if status < 200:
            # An interim answer; the real one follows.
            return
        headers: Dict[str, str] = {}
        for line in lines:
            header = _HEADER_LINE.fullmatch(line)
            if header is None:
                raise NotHttp
            name, value = header[1].decode("ascii").lower(), header[2].strip(b" \t").decode("latin-1")
            if name in headers and name in ("content-length", "transfer-encoding"):
                raise NotHttp
            headers.setdefault(name, value)
        self._status, self._headers, self._body = status, headers, bytearray()
        tokens = [token.strip() for token in headers.get("connection", "").lower().split(",")]
        self._persistent = match[1] == b"1" and "close" not in tokens
        self._plan_body(headers)

    def _plan_body(self, headers: Dict[str, str]) -> None:
        coding, length = headers.get("transfer-encoding"), headers.get("content-length")
        if coding is not None:
            if coding.lower() != "chunked" or length is not None:
                raise NotHttp
            self._chunked = True
        elif self._status in (204, 304):
            self._left = 0
        elif length is not None:
            if not re.fullmatch(r"\d{1,18}", length, re.ASCII):
                raise NotHttp
            self._left = int(length)

    def _read_plain(self) -> bool:
        assert self._body is not None
        if self._left is not None and len(self._body) + self._left > _MAX_BODY_BYTES:
            return self._give_up()
        taken = len(self._buffer) if self._left is None else min(self._left, len(self._buffer))
        self._take(taken)
        if len(self._body) > _MAX_BODY_BYTES:
            return self._give_up()
        if self._left is not None:
            self._left -= taken
            if self._left == 0:
                return self._finish(True)
        return False

    def _take(self, count: int) -> None:
        assert self._body is not None
        self._body += self._buffer[:count]
        del self._buffer[:count]

    def _take_line(self) -> Optional[bytes]:
        end = self._buffer.find(b"\r\n")
        if max(end, 0 if end >= 0 else len(self._buffer)) > _MAX_LINE_BYTES:
            raise NotHttp
        if end < 0:
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 2]
        return line

    def _read_chunks(self) -> bool:
        assert self._body is not None
        while True:
            if self._left:
                # The two bytes after a chunk's data belong to it.
                taken = min(self._left - 2, len(self._buffer)) if self._left > 2 else 0
                self._take(taken)
                self._left -= taken
                if self._left > 2 or len(self._buffer) < 2:
                    return False
                if self._buffer[:2] != b"\r\n":
                    raise NotHttp
                del self._buffer[:2]
                self._left = None
            line = self._take_line()
            if line is None:
                return False
            if self._trailer:
                if line == b"":
                    return self._finish(True)
                continue
            match = _CHUNK_LINE.fullmatch(line)
            if match is None:
                raise NotHttp
            size = int(match[1], 16)
            if len(self._body) + size > _MAX_BODY_BYTES:
                return self._give_up()
            if size == 0:
                self._trailer = True
            else:
                self._left = size + 2

    def _finish(self, delimited: bool) -> bool:
        assert self._body is not None
        # Bytes after the answer were not asked for: whatever they are, the next request shall not meet them.
        self.reusable = delimited and self._persistent and not self._buffer
        self.reply = Reply(self._status, self._headers, bytes(self._body))
        return True

    def _give_up(self) -> bool:
        self.reply = Reply(self._status, self._headers, None)
        return True
