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
from typing import Any, Callable, Deque, Dict, Mapping, NamedTuple, Optional, Set, Tuple, Type

from ._connection import SyncDelivery
from ._delivery import Limits, Result, event_message, is_server_busy, jitter
from ._errors import (
    PlinthConfigurationError,
    PlinthDownError,
    PlinthDroppedError,
    PlinthError,
    PlinthInvalidError,
)
from ._events import encode_event
from ._helpers import EventHelpers
from ._session import PlinthSession, working_folder
from ._values import Clock

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 30.0
# Nothing but a person can end the causes of a rest, so one try a minute is enough.
_REST = 60.0
_IDLE_THREAD_SECONDS = 5.0
# Tries of an event that Plinth answers with an error of its own.
_MOST_TRIES = 3
# Requests under way at once. More do not make Plinth faster: eight hide the time of an answer.
_MOST_UNDER_WAY = 8
# Waiting events for each request under way. Fewer are sent one at a time, so that they arrive in order.
_WAITING_FOR_EACH = 16
# A flush of events that Plinth takes ends after these seconds. A full queue takes 40 at 200 events a second.
_LONGEST_FLUSH = 60.0
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

    max_queue: int = 10_000
    max_queue_bytes: int = 67_108_864
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
    # Its place among all events, for the order of those that come back.
    place: int
    body: bytes
    event: str


class PlinthReporter(EventHelpers[bool]):
    """Reports in the background. No method raises, and none waits but ``flush`` and ``close``.

    A helper returns whether the event was queued. The queue is in memory and bounded; beyond its bounds the oldest is
    dropped, counted, and told in one line on the standard error stream. Several events are sent at a time only while
    many wait and Plinth takes them. At the end of the process open sessions end and what is left is flushed, as long as
    Plinth takes it. Use it with ``with`` or ``async with``.
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
        # The events that wait, and those under way by their place.
        self._queue: Deque[_Queued] = deque()
        self._under_way: Dict[int, _Queued] = {}
        self._queued_bytes = 0
        self._places = 0
        self._thread: Optional[threading.Thread] = None
        # Threads besides the first. They end as soon as there is nothing for them.
        self._helpers = 0
        self._sessions: Set[Callable[[], bool]] = set()
        # Plinth took the last event that it answered. Until it does, one request at a time finds out.
        self._is_taking = False
        self._failures = 0
        self._tries: Dict[int, int] = {}
        # One event was given up since Plinth took the last. If the next fails too, the fault is Plinth's, and it waits.
        self._gave_up = False
        self._state = "ready"
        self._resume_at = 0.0
        # Until then Plinth asked to send nothing.
        self._asked_until = 0.0
        self._times_down = 0
        # Lost since this was last said.
        self._unsaid = 0

    def __repr__(self) -> str:
        return f"<PlinthReporter {self.stats}>"

    @property
    def stats(self) -> ReporterStats:
        """The counts so far."""
        return ReporterStats(self._left(), self._sent, self._dropped, self._failed, self._last_error)

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
        """Begins a session: its methods fill in the session, the turn and the agent of each event.

        ``cwd`` is the process's folder if left out. A session that is open when the reporter is closed, or when the
        process ends, ends then.
        """
        cwd = cwd or working_folder()
        common = {"cwd": cwd, "model": model, "mode": mode, "agentId": agent_id, "agentType": agent_type}
        started = {"harness": harness, "harnessVersion": harness_version}
        return PlinthSession(self, session_id, common, destination, started, self._sessions)

    def submit(
        self, event: Mapping[str, Any], *, timeout: Optional[float] = None, retries: Optional[int] = None
    ) -> bool:
        """Queues any event; whether it was queued."""
        kind: Optional[str] = None
        try:
            kind = str(event["event"])
            body = encode_event(self._integration, event, self._clock)
        except Exception as error:
            # A mapping of the caller's may raise anything; to an agent that is one more event that cannot be sent.
            known = error if isinstance(error, PlinthError) else PlinthInvalidError("The event cannot be read.")
            self._fail(known, kind, True)
            return False
        with self._changed:
            if self._closed or len(body) > self._options.max_queue_bytes:
                self._drop(1)
                return False
            self._queue.append(_Queued(self._places, body, str(kind)))
            self._places += 1
            self._queued_bytes += len(body)
            while self._queue and (
                self._left() > self._options.max_queue or self._queued_bytes > self._options.max_queue_bytes
            ):
                self._queued_bytes -= len(self._queue.popleft().body)
                self._drop(1)
            self._ensure_thread()
            self._changed.notify_all()
        _flush_with_multiprocessing()
        if _exit_began is not None:
            # The last flush is over, or threads cannot be started any more.
            self.flush(_left_at_exit(self._options.flush_timeout))
        return True

    def flush(self, timeout: Optional[float] = None) -> bool:
        """Waits until everything is sent, Plinth is found down, or it took nothing for a time; whether all was sent.

        Args:
            timeout: Seconds; ``flush_timeout`` if left out. While Plinth takes events it goes on, for a minute at most.
        """
        patience = _Patience(self, self._options.flush_timeout if timeout is None else timeout)
        with self._changed:
            # Doomed while a person has to mend something first.
            if not self._left() or self._state == "resting":
                return not self._left()
            times_down = self._times_down
            self._resume_at = self._asked_until
            threaded = self._ensure_thread()
            self._changed.notify_all()
            while threaded and self._left() and self._times_down == times_down:
                left = patience.left()
                if left <= 0:
                    break
                self._changed.wait(left)
        return not self._left() if threaded else self._send_here(patience)

    def _send_here(self, patience: _Patience) -> bool:
        """Sends without a thread, because the interpreter is ending and starts none."""
        times_down = self._times_down
        while self._queue and self._times_down == times_down:
            left = patience.left()
            if left <= 0:
                break
            queued = self._take()
            timeout = min(left, self._delivery.route.timeout)
            self._account(queued, self._delivery.deliver(event_message(queued.body), Limits(timeout, 0)))
        return not self._left()

    def close(self, timeout: Optional[float] = None) -> ReporterStats:
        """Flushes, then stops: what is left is dropped and counted. Returns the final counts."""
        self._end_sessions()
        self.flush(timeout)
        with self._changed:
            self._closed = True
            self._drop(self._left())
            self._queue.clear()
            self._under_way.clear()
            self._queued_bytes = 0
            self._changed.notify_all()
            self._delivery.close()
        self._say_dropped()
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

    def _left(self) -> int:
        """The events that wait or are under way."""
        return len(self._queue) + len(self._under_way)

    def _end_sessions(self) -> None:
        for end in tuple(self._sessions):
            end()

    def _drop(self, count: int) -> None:
        self._dropped += count
        self._unsaid += count

    def _say_dropped(self, more: int = 0) -> None:
        """Says once how many events were lost, also without ``PLINTH_DEBUG``: nobody else would ever know."""
        lost, self._unsaid = self._unsaid + more, 0
        if not lost:
            return
        error = PlinthDroppedError(
            f"{lost} events are lost, the queue was full or the reporter ended before Plinth took them."
        )
        self._last_error = self._last_error or error.code
        _tell(logging.WARNING, str(error), aloud=True)
        self._hear(error, None)

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

    def _run(self, is_helper: bool = False) -> None:
        while True:
            queued = self._next(is_helper)
            if queued is None:
                if not is_helper:
                    self._delivery.rest()
                return
            result = self._delivery.deliver(event_message(queued.body), Limits(retries=0))
            with self._changed:
                if not self._closed:
                    self._account(queued, result)
                is_empty = not self._left()
                self._changed.notify_all()
            if is_empty:
                self._say_dropped()

    def _next(self, is_helper: bool) -> Optional[_Queued]:
        """Waits for the next event to send; None when the thread should end. A helper does not wait."""
        idle_until = time.monotonic() + _IDLE_THREAD_SECONDS
        with self._changed:
            while True:
                now = time.monotonic()
                if not self._closed and now >= self._resume_at and self._may_begin():
                    queued = self._take()
                    if self._may_begin():
                        self._start_helper()
                    return queued
                if is_helper:
                    self._helpers -= 1
                    return None
                if self._closed or (not self._left() and now >= idle_until):
                    self._thread = None
                    return None
                # While others are under way, their ends tell when to look again.
                until = self._resume_at if self._queue and now < self._resume_at else idle_until
                self._changed.wait(max(until - now, 0.0) or _IDLE_THREAD_SECONDS)

    def _may_begin(self) -> bool:
        """Whether the next event may be sent now. The start and the end of a session do not overtake, or let others."""
        if not self._queue or not self._under_way:
            return bool(self._queue)
        most = min(_MOST_UNDER_WAY, len(self._queue) / _WAITING_FOR_EACH) if self._is_taking else 1
        alone = (self._queue[0], next(iter(self._under_way.values())))
        return len(self._under_way) < most and not any(each.event.startswith("session.") for each in alone)

    def _take(self) -> _Queued:
        queued = self._queue.popleft()
        self._under_way[queued.place] = queued
        return queued

    def _start_helper(self) -> None:
        if self._helpers < _MOST_UNDER_WAY - 1:
            self._helpers += 1
            try:
                threading.Thread(target=self._run, args=(True,), name="plinth-reporter", daemon=True).start()
            except RuntimeError:
                # The interpreter is ending, or the system has no thread left.
                self._helpers -= 1

    def _account(self, queued: _Queued, result: Result) -> None:
        # A close that came meanwhile has counted it.
        if self._under_way.pop(queued.place, None) is None:
            return
        if isinstance(result, PlinthError):
            lost = self._is_lost(result, queued)
            self._fail(result, queued.event, lost)
            if not lost:
                later = (at for at, each in enumerate(self._queue) if each.place > queued.place)
                self._queue.insert(next(later, len(self._queue)), queued)
                self._rest(result)
                return
        else:
            self._sent += 1
            self._gave_up = False
        self._tries.pop(queued.place, None)
        self._queued_bytes -= len(queued.body)
        if time.monotonic() >= self._resume_at:
            self._is_taking = not isinstance(result, PlinthError)
            self._failures = 0
            self._state = "ready"

    def _is_lost(self, error: PlinthError, queued: _Queued) -> bool:
        """Whether an event is given up: it is at fault, or it failed three times and Plinth takes others."""
        if error.code in _OWN_FAULT:
            self._gave_up = False
            return True
        if error.code == "down" or error.code in _NEEDS_A_PERSON or is_server_busy(error):
            return False
        self._tries[queued.place] = self._tries.get(queued.place, 0) + 1
        if self._tries[queued.place] < _MOST_TRIES or self._gave_up:
            return False
        self._gave_up = True
        return True

    def _rest(self, error: PlinthError) -> None:
        needs_a_person = error.code in _NEEDS_A_PERSON
        asked = min(error.retry_after or 0.0, _LONGEST_PAUSE)
        now = time.monotonic()
        # Those that were under way at the same time fail for the same reason, which counts once.
        if now >= self._resume_at:
            pause = jitter(_FIRST_PAUSE, self._failures, _LONGEST_PAUSE)
            self._failures += 1
            self._resume_at = now + pause
        self._asked_until = max(self._asked_until, now + asked)
        self._is_taking = False
        self._state = "resting" if needs_a_person else "waiting"
        self._resume_at = now + _REST if needs_a_person else max(self._resume_at, self._asked_until)
        # At exit nobody should wait for a Plinth that is not running, or that takes nothing.
        self._times_down += needs_a_person or isinstance(error, PlinthDownError)

    def _fail(self, error: PlinthError, event: Optional[str], lost: bool) -> None:
        self._failed += lost
        self._last_error = error.code
        level = logging.WARNING if lost or error.code in _NEEDS_A_PERSON else logging.INFO
        _tell(level, f"{event or 'an event'} {'is lost' if lost else 'waits'}: {error}")
        self._hear(error, event)

    def _hear(self, error: PlinthError, event: Optional[str]) -> None:
        if self._options.on_error is not None:
            # An agent must not end because its own error handler does.
            with suppress(Exception):
                self._options.on_error(error, event)


class _Patience:
    """The time that a flush waits: all of it again after Plinth took an event, because it is alive."""

    def __init__(self, reporter: PlinthReporter, seconds: float) -> None:
        self._reporter = reporter
        self._seconds = seconds
        self._sent = reporter._sent
        self._deadline = time.monotonic() + seconds
        self._end = time.monotonic() + max(seconds, _LONGEST_FLUSH)

    def left(self) -> float:
        """The seconds to wait for the next event that Plinth takes."""
        now = time.monotonic()
        if self._reporter._sent != self._sent:
            self._sent = self._reporter._sent
            self._deadline = now + self._seconds
        return min(self._deadline, self._end) - now


def _tell(level: int, sentence: str, aloud: bool = False) -> None:
    """Logs a line, and prints it aloud or if ``PLINTH_DEBUG`` is set. It holds neither content nor the token."""
    _log.log(level, sentence)
    if aloud or os.environ.get("PLINTH_DEBUG"):
        # A program without a window has no such stream, and another may have closed it.
        with suppress(Exception):
            print(f"plinth: {sentence}", file=sys.stderr)


_live: weakref.WeakSet[PlinthReporter] = weakref.WeakSet()
_exit_began: Optional[float] = None
_hooked_process = 0


def _left_at_exit(budget: float) -> float:
    return max(0.0, budget - (time.monotonic() - (_exit_began or 0.0)))


def _flush_all(reporters: Tuple[PlinthReporter, ...]) -> None:
    waited = 0.0
    for reporter in reporters:
        reporter._end_sessions()
        began = time.monotonic()
        # All of them together wait as long for a Plinth that takes nothing as one would.
        if not reporter.flush(max(0.0, reporter._options.flush_timeout - waited)):
            waited += time.monotonic() - began
        if not reporter._closed:
            reporter._say_dropped(reporter._left())


def _flush_at_exit() -> None:
    global _exit_began
    _flush_all(tuple(_live))
    # What is reported after this is flushed at once, within a time of its own.
    _exit_began = time.monotonic()


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
