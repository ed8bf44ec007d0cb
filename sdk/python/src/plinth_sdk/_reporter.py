"""Reports in the background, for use inside an agent."""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import signal
import sys
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any, Callable, Deque, Mapping, NamedTuple, Optional, Tuple, Type

from ._connection import SyncDelivery
from ._delivery import Limits, Result, event_message, is_server_busy, jitter
from ._errors import PlinthConfigurationError, PlinthDownError, PlinthError, PlinthInvalidError
from ._events import encode_event
from ._helpers import EventHelpers
from ._session import PlinthSession
from ._values import Clock

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 30.0
# Nothing but a person can end the causes of a rest, so one try a minute is enough.
_REST = 60.0
_IDLE_THREAD_SECONDS = 5.0
# Tries of an event that Plinth answers with an error of its own.
_MOST_TRIES = 3
_OWN_FAULT = ("invalid", "too_large")
_NEEDS_A_PERSON = ("configuration", "unauthorized", "forbidden", "not_plinth")

OnError = Callable[[PlinthError, Optional[str]], None]
"""Hears of an error and of the event type that met it."""

_log = logging.getLogger("plinth")
# Without it, Python prints warnings of a logger that nobody configured: an agent's output must not change.
_log.addHandler(logging.NullHandler())


class ReporterStats(NamedTuple):
    """What became of the events given to a reporter.

    ``queued`` wait or are under way; ``sent`` were taken by Plinth; ``dropped`` were lost to a full queue or a
    closed reporter; ``failed`` were refused by Plinth or the SDK, or given up; ``last_error`` is the code of the error
    met last.
    """

    queued: int
    sent: int
    dropped: int
    failed: int
    last_error: Optional[str]


class ReporterOptions(NamedTuple):
    """What a reporter is made with; see ``reporter()`` of the clients."""

    max_queue: int = 1_000
    max_queue_bytes: int = 8_388_608
    flush_timeout: float = 2.0
    flush_on: Tuple[int, ...] = ()
    on_error: Optional[OnError] = None

    def check(self) -> None:
        """Raises PlinthConfigurationError for a value that cannot be used."""
        for name, value, most in (
            ("max_queue", self.max_queue, 1_000_000),
            ("max_queue_bytes", self.max_queue_bytes, 2**30),
        ):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise PlinthConfigurationError(f"{name} must be a whole number from 1 to {most}.")
        seconds: object = self.flush_timeout
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds <= 600:
            raise PlinthConfigurationError("flush_timeout must be a number of seconds from 0 to 600.")
        if self.on_error is not None and not callable(self.on_error):
            raise PlinthConfigurationError("on_error must be a function.")


class _Queued(NamedTuple):
    body: bytes
    event: str


class PlinthReporter(EventHelpers[bool]):
    """Reports in the background. No method raises, and none waits but ``flush`` and ``close``.

    A helper returns whether the event was queued. The queue is in memory and bounded; beyond its bounds the oldest is
    dropped and counted. Events are sent one at a time, in the order they were reported. At the end of the process
    what is left is flushed, for ``flush_timeout`` seconds at most. Use it with ``with`` or ``async with``.
    """

    def __init__(self, delivery: SyncDelivery, integration: str, clock: Clock, options: ReporterOptions) -> None:
        options.check()
        self._delivery = delivery
        self._integration = integration
        self._clock = clock
        self._options = options
        self._start_empty()
        self._sent = self._dropped = self._failed = 0
        self._last_error: Optional[str] = None
        self._closed = False
        for number in options.flush_on:
            _catch(number)
        _live.add(self)

    def _start_empty(self) -> None:
        self._changed = threading.Condition()
        # While one is under way it stays the first.
        self._queue: Deque[_Queued] = deque()
        self._queued_bytes = 0
        self._under_way = False
        self._thread: Optional[threading.Thread] = None
        self._failures = 0
        self._tries = 0
        # One event was given up since Plinth took the last. If the next fails too, the fault is Plinth's, and it waits.
        self._gave_up = False
        self._state = "ready"
        self._resume_at = 0.0
        self._times_down = 0

    def __repr__(self) -> str:
        return f"<PlinthReporter {self.stats}>"

    @property
    def stats(self) -> ReporterStats:
        """The counts so far."""
        return ReporterStats(len(self._queue), self._sent, self._dropped, self._failed, self._last_error)

    def status(self) -> str:
        """What the reporter does now.

        ``ready``: it sends. ``waiting``: Plinth is down or busy, and the next try comes after a pause. ``resting``: the
        token, the integration's name or the address is wrong, so it tries once a minute. ``closed``: it takes no more.
        In ``waiting`` and ``resting`` the events stay in the queue.
        """
        return "closed" if self._closed else self._state

    def session(
        self,
        *,
        session_id: Optional[str] = None,
        harness: Optional[str] = None,
        harness_version: Optional[str] = None,
        cwd: Optional[str] = None,
        model: Optional[str] = None,
        mode: Optional[str] = None,
        destination: Optional[str] = None,
        agent_id: Optional[str] = None,
        agent_type: Optional[str] = None,
    ) -> PlinthSession:
        """Begins a session: its methods fill in the session, the turn and the agent of each event."""
        common = {"cwd": cwd, "model": model, "mode": mode, "agentId": agent_id, "agentType": agent_type}
        started = {"harness": harness, "harnessVersion": harness_version}
        return PlinthSession(self, session_id, common, destination, started)

    def submit(
        self, event: Mapping[str, Any], *, timeout: Optional[float] = None, retries: Optional[int] = None
    ) -> bool:
        """Queues any event; whether it was queued."""
        kind: Optional[str] = None
        try:
            kind = str(event["event"])
            queued = _Queued(encode_event(self._integration, event, self._clock), kind)
        except Exception as error:
            # A mapping of the caller's may raise anything; to an agent that is one more event that cannot be sent.
            known = error if isinstance(error, PlinthError) else PlinthInvalidError("The event cannot be read.")
            self._fail(known, kind, True)
            return False
        with self._changed:
            if self._closed or len(queued.body) > self._options.max_queue_bytes:
                self._dropped += 1
                return False
            self._queue.append(queued)
            self._queued_bytes += len(queued.body)
            while self._queue and (
                len(self._queue) > self._options.max_queue or self._queued_bytes > self._options.max_queue_bytes
            ):
                self._remove(1 if self._under_way and len(self._queue) > 1 else 0)
                self._dropped += 1
            self._ensure_thread()
            self._changed.notify_all()
        _flush_with_multiprocessing()
        if _exit_began is not None:
            # The last flush is over, or threads cannot be started any more.
            self.flush(_left_at_exit(self._options.flush_timeout))
        return True

    def flush(self, timeout: Optional[float] = None) -> bool:
        """Waits until everything is sent, Plinth is found down, or the time is over; whether everything was sent.

        Args:
            timeout: Seconds; ``flush_timeout`` if left out.
        """
        deadline = time.monotonic() + (self._options.flush_timeout if timeout is None else timeout)
        with self._changed:
            # Doomed while a person has to mend something first.
            if not self._queue or self._state == "resting":
                return not self._queue
            times_down = self._times_down
            self._resume_at = 0.0
            threaded = self._ensure_thread()
            self._changed.notify_all()
            while threaded and self._queue and self._times_down == times_down:
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
        return not self._queue if threaded else self._send_here(deadline)

    def _send_here(self, deadline: float) -> bool:
        """Sends without a thread, because the interpreter is ending and starts none."""
        times_down = self._times_down
        while self._queue and self._times_down == times_down:
            left = deadline - time.monotonic()
            if left <= 0:
                break
            queued = self._queue[0]
            timeout = min(left, self._delivery.route.timeout)
            self._account(queued, self._delivery.deliver(event_message(queued.body), Limits(timeout, 0)))
        return not self._queue

    def close(self, timeout: Optional[float] = None) -> ReporterStats:
        """Flushes, then stops: what is left is dropped and counted. Returns the final counts."""
        self.flush(timeout)
        with self._changed:
            if self._queue:
                _tell(logging.WARNING, f"{len(self._queue)} events are lost, the reporter is closed")
            self._closed = True
            self._dropped += len(self._queue)
            self._queue.clear()
            self._queued_bytes = 0
            self._changed.notify_all()
            self._delivery.close()
            return self.stats

    def __enter__(self) -> PlinthReporter:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    async def __aenter__(self) -> PlinthReporter:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.close)

    def _remove(self, index: int) -> None:
        if index == 0:
            self._tries = 0
        self._queued_bytes -= len(self._queue[index].body)
        del self._queue[index]

    def _ensure_thread(self) -> bool:
        if self._thread is None:
            # Set before the start, so that a signal handler that interrupts the start makes no second one.
            self._thread = thread = threading.Thread(target=self._run, name="plinth-reporter", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                # The interpreter is ending, or the system has no thread left.
                self._thread = None
                return False
        return True

    def _run(self) -> None:
        while True:
            queued = self._next()
            if queued is None:
                self._delivery.rest()
                return
            result = self._delivery.deliver(event_message(queued.body), Limits(retries=0))
            with self._changed:
                self._under_way = False
                if not self._closed:
                    self._account(queued, result)
                self._changed.notify_all()

    def _next(self) -> Optional[_Queued]:
        """Waits for the next event to send; None when the thread should end."""
        idle_until = time.monotonic() + _IDLE_THREAD_SECONDS
        with self._changed:
            while True:
                now = time.monotonic()
                until = self._resume_at if self._queue else idle_until
                if self._closed or (not self._queue and now >= until):
                    self._thread = None
                    return None
                if self._queue and now >= until:
                    self._under_way = True
                    return self._queue[0]
                self._changed.wait(until - now)

    def _account(self, queued: _Queued, result: Result) -> None:
        if isinstance(result, PlinthError):
            lost = self._is_lost(result)
            self._fail(result, queued.event, lost)
            if not lost:
                self._rest(result)
                return
        else:
            self._sent += 1
            self._gave_up = False
        self._failures = 0
        self._state = "ready"
        self._remove(0)

    def _is_lost(self, error: PlinthError) -> bool:
        """Whether the first event is given up: it is at fault, or it failed three times and Plinth takes others."""
        if error.code in _OWN_FAULT:
            self._gave_up = False
            return True
        if error.code == "down" or error.code in _NEEDS_A_PERSON or is_server_busy(error):
            return False
        self._tries += 1
        if self._tries < _MOST_TRIES or self._gave_up:
            return False
        self._gave_up = True
        return True

    def _rest(self, error: PlinthError) -> None:
        needs_a_person = error.code in _NEEDS_A_PERSON
        asked = min(error.retry_after or 0.0, _LONGEST_PAUSE)
        pause = max(jitter(_FIRST_PAUSE, self._failures, _LONGEST_PAUSE), asked)
        self._failures += 1
        self._state = "resting" if needs_a_person else "waiting"
        self._resume_at = time.monotonic() + (_REST if needs_a_person else pause)
        # At exit nobody should wait for a Plinth that is not running, or that takes nothing.
        self._times_down += needs_a_person or isinstance(error, PlinthDownError)

    def _fail(self, error: PlinthError, event: Optional[str], lost: bool) -> None:
        self._failed += lost
        self._last_error = error.code
        level = logging.WARNING if lost or error.code in _NEEDS_A_PERSON else logging.INFO
        _tell(level, f"{event or 'an event'} {'is lost' if lost else 'waits'}: {error}")
        if self._options.on_error is not None:
            # An agent must not end because its own error handler does.
            with suppress(Exception):
                self._options.on_error(error, event)


def _tell(level: int, sentence: str) -> None:
    """Logs a line, and prints it if ``PLINTH_DEBUG`` is set. It holds neither content nor the token."""
    _log.log(level, sentence)
    if os.environ.get("PLINTH_DEBUG"):
        print(f"plinth: {sentence}", file=sys.stderr)


_live: weakref.WeakSet[PlinthReporter] = weakref.WeakSet()
_exit_began: Optional[float] = None
_hooked_process = 0


def _left_at_exit(budget: float) -> float:
    return max(0.0, budget - (time.monotonic() - (_exit_began or 0.0)))


def _flush_all(reporters: Tuple[PlinthReporter, ...]) -> None:
    began = time.monotonic()
    for reporter in reporters:
        reporter.flush(max(0.0, reporter._options.flush_timeout - (time.monotonic() - began)))


def _flush_at_exit() -> None:
    global _exit_began
    _exit_began = time.monotonic()
    _flush_all(tuple(_live))


def _flush_with_multiprocessing() -> None:
    """Arranges a flush at the end of a process that multiprocessing made: it runs no atexit functions."""
    global _hooked_process
    if _hooked_process == os.getpid():
        return
    _hooked_process = os.getpid()
    processes, util = sys.modules.get("multiprocessing.process"), sys.modules.get("multiprocessing.util")
    if processes is not None and util is not None and processes.parent_process() is not None:
        util.Finalize(None, _flush_at_exit, exitpriority=0)


def _catch(number: int) -> None:
    try:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _flush_and_end)
        return
    except (TypeError, ValueError, OSError):
        pass
    raise PlinthConfigurationError("flush_on must list signals, and be used in the main thread.")


def _flush_and_end(number: int, _frame: Optional[FrameType]) -> None:
    # A second signal ends the process at once.
    signal.signal(number, signal.SIG_DFL)
    _flush_all(tuple(reporter for reporter in _live if number in reporter._options.flush_on))
    os.kill(os.getpid(), number)


def _forget_in_child() -> None:
    # The parent has the thread, and sends what is queued: the child begins with nothing.
    for reporter in list(_live):
        reporter._start_empty()


atexit.register(_flush_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
