"""Sockets that reach loopback peers alone: no name is resolved, no proxy is asked."""

from __future__ import annotations

import _socket
import contextlib
import os
import re
import socket
import time
from collections import deque
from queue import Empty, SimpleQueue
from typing import Deque, Optional, Tuple, Union, cast

from ._base_url import Endpoint, is_still_found
from ._delivery import Attempt, Limits, Message, Outcome, Result, Route, broken, down, not_http, timed_out
from ._http import NotHttp, ReplyParser
from ._socket_owner import Unknown, listener_owner

RECEIVE_BYTES = 65_536
MAX_IDLE = 32
# Requests of one client that are under way at once. Thousands of calls must not open thousands of sockets.
MOST_AT_ONCE = 32

_LOOPBACK_PEER = re.compile(r"::1|(?:::ffff:)?127(?:\.\d+){3}", re.ASCII)


_ROOT = 0
# Their sockets let other greenlets run while one waits; every other replacement is taken for a proxy's.
_COOPERATIVE = ("gevent.", "eventlet.")


def new_socket(host: str) -> socket.socket:
    """A TCP socket of the address's family that sends small requests at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock: socket.socket
    if getattr(socket.socket, "__module__", "").startswith(_COOPERATIVE):
        sock = socket.socket(family, socket.SOCK_STREAM)
    else:
        # A SOCKS layer replaces socket.socket, or its methods, and would speak to its proxy before the peer is known.
        # The type underneath cannot be changed, and has every method that is used here.
        sock = cast(socket.socket, _socket.socket(family, socket.SOCK_STREAM))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def check_peer(sock: socket.socket, endpoint: Endpoint, since: float) -> None:
    """Raises Refused unless the connected socket leads to the endpoint and, as far as the system tells, to our Plinth.

    It is asked after the connection was made, at the moment ``since``: before it, Plinth could end and somebody else
    take its port.
    """
    address, port = sock.getpeername()[:2]
    if not _LOOPBACK_PEER.fullmatch(address):
        raise Refused("the connection is not loopback")
    if port != endpoint.port:
        raise Refused("a proxy took the connection")
    # The default port is in the range that systems draw from: with nobody listening, a socket can meet itself.
    if sock.getsockname()[1] == port:
        raise Refused("nothing listens there")
    found = endpoint.source == "discovery"
    if found and not is_still_found(endpoint):
        raise Refused("it has ended")
    try:
        owner = listener_owner(address, port, since)
    except Unknown:
        return
    # An address that the user gave may be a container's or a tunnel's, which root or no listener of ours stands for.
    if owner != os.getuid() and (found or owner not in (_ROOT, None)):
        raise Refused("another user listens there")


class Refused(OSError):
    """No byte may be sent over a connection; the text says why."""


class Idle:
    """Connections kept for the next request; the newest is taken first, and one that was closed never.

    It has no lock. A child of fork() would inherit a lock in the locked state and wait for ever, and so would a signal
    handler that interrupts the holder. Appending to a deque and popping from it are atomic.
    """

    def __init__(self) -> None:
        self._sockets: Deque[Tuple[int, socket.socket]] = deque()

    def take(self) -> Optional[socket.socket]:
        """A connection of this process that is still open, if there is one."""
        while True:
            try:
                pid, sock = self._sockets.pop()
            except IndexError:
                return None
            # A child of fork() shares these with its parent: two would read each other's answers.
            if pid == os.getpid() and self._is_open(sock):
                return sock
            sock.close()

    @staticmethod
    def _is_open(sock: socket.socket) -> bool:
        try:
            sock.settimeout(0)
            sock.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            pass
        # It was closed, or something came that nobody asked for.
        return False

    def keep(self, sock: socket.socket) -> None:
        """Keeps a connection whose answer was read to the end."""
        if len(self._sockets) < MAX_IDLE:
            self._sockets.append((os.getpid(), sock))
        else:
            sock.close()

    def close(self) -> None:
        """Closes them all."""
        with contextlib.suppress(IndexError):
            while True:
                self._sockets.pop()[1].close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout
    return left


def _connect(endpoint: Endpoint, deadline: float) -> socket.socket:
    failed: OSError = ConnectionRefusedError()
    for host in endpoint.hosts:
        sock = None
        try:
            sock = new_socket(host)
            sock.settimeout(_left(deadline))
            sock.connect((host, endpoint.port))
            check_peer(sock, endpoint, time.monotonic())
            return sock
        except OSError as error:
            if sock is not None:
                sock.close()
            failed = error
    raise failed


def _converse(sock: socket.socket, request: bytes, deadline: float, parser: ReplyParser) -> None:
    """Sends, then reads until the parser has its reply. Raises OSError or NotHttp."""
    refused: Optional[OSError] = None
    try:
        sock.settimeout(_left(deadline))
        sock.sendall(request)
    except socket.timeout:
        raise
    except OSError as error:
        # A server may refuse a request before it has read all of it: the answer may have come already.
        refused = error
    while True:
        sock.settimeout(_left(deadline))
        data = sock.recv(RECEIVE_BYTES)
        if data:
            if parser.feed(data):
                return
        elif parser.end():
            return
        else:
            raise refused or ConnectionResetError("closed")


class _Turns:
    """Lets a bounded number of requests run at once.

    A queue of the standard library may be interrupted by a signal handler that uses it as well, which a semaphore may
    not. A child of fork() gets a new one, because threads that do not exist there would never give their turns back.
    """

    def __init__(self) -> None:
        self._pid = 0
        self._free: SimpleQueue[None] = SimpleQueue()

    def take(self, deadline: float) -> SimpleQueue[None]:
        """Waits for a turn; it is given back to what this returns. Raises socket.timeout."""
        if self._pid != os.getpid():
            free: SimpleQueue[None] = SimpleQueue()
            for _ in range(MOST_AT_ONCE):
                free.put(None)
            self._free = free
            self._pid = os.getpid()
        free = self._free
        try:
            free.get(timeout=_left(deadline))
        except Empty:
            raise socket.timeout from None
        return free


class SyncDelivery:
    """Sends messages with blocking sockets. Any number of threads may share one."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self._idle = Idle()
        self._turns = _Turns()
        self._closed = False

    def deliver(self, message: Message, limits: Limits = Limits()) -> Result:  # noqa: B008
        """The answer, or the error of the last try; within the total time, whatever happens."""
        steps = self.route.steps(message, limits, lambda: self._closed)
        outcome: Optional[Outcome] = None
        try:
            while True:
                step = steps.send(outcome)
                outcome = None
                if isinstance(step, Attempt):
                    outcome = self._attempt(step)
                else:
                    time.sleep(step.seconds)
        except StopIteration as end:
            result: Result = end.value
            return result

    def rest(self) -> None:
        """Closes the idle connections; the next message opens one."""
        self._idle.close()

    def close(self) -> None:
        """Closes the idle connections; later messages fail."""
        self._closed = True
        self._idle.close()

    def _attempt(self, attempt: Attempt) -> Optional[Outcome]:
        try:
            turns = self._turns.take(attempt.deadline)
        except socket.timeout:
            return timed_out(attempt.endpoint)
        try:
            return self._exchange(*attempt)
        finally:
            turns.put(None)

    def _exchange(self, endpoint: Endpoint, request: bytes, deadline: float) -> Optional[Outcome]:
        sock = self._idle.take()
        reused = sock is not None
        parser = ReplyParser()
        failure: Union[OSError, NotHttp]
        try:
            if sock is None:
                sock = _connect(endpoint, deadline)
            _converse(sock, request, deadline, parser)
        except (OSError, NotHttp) as error:
            failure = error
        else:
            assert parser.reply is not None
            if parser.reusable:
                self._idle.keep(sock)
            else:
                sock.close()
            if self._closed:
                self._idle.close()
            return parser.reply
        if sock is not None:
            sock.close()
        return failed_exchange(endpoint, failure, reused and not parser.started)


def failed_exchange(endpoint: Endpoint, failure: Exception, stale: bool) -> Optional[Outcome]:
    """What a failed exchange means; None when it was an idle connection that the server had given up."""
    if isinstance(failure, NotHttp):
        return not_http(endpoint)
    if isinstance(failure, Refused):
        return down(endpoint, str(failure))
    if isinstance(failure, socket.timeout):
        return timed_out(endpoint)
    assert isinstance(failure, OSError)
    return None if stale else broken(endpoint, failure)
