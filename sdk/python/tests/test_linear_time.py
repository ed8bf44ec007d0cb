"""No pattern, and nothing that reads a prompt or an input, takes more than linear time on long repeats."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import time
import unittest
from typing import Any, Callable, Dict, Iterator, List, Optional, Pattern, Tuple, Union

import plinth_sdk
from plinth_sdk._adapters import prompt_in, tool_input
from plinth_sdk._content import is_envelope, typed_text_reader, without_file_contents

# The short ones find work with a steep growth before it takes minutes.
_LENGTHS = [kibibytes * 1024 for kibibytes in (1, 4, 16, 64, 128, 256)]
# Linear work on four times the text takes four times as long, quadratic work sixteen times.
_QUARTER = 4
_MOST_GROWTH = 10
# Shorter times say more about the machine than about the work.
_NOISE_SECONDS = 0.05
_RUNS = 8
# What few classes match, so that a pattern with an end does not match.
_ODD = "\u2028\0"
_BLOCKS = ["<system-note>\n", "</system-note>", "<resource uri=>\n", "--- Content from a ---\n", "## My request:\n"]
_PATCHES = ["*** Begin Patch\n", "*** Add File: a ", "@@ -1 +1 @@\n-a\n", "--- a\n"]
_ROUNDS = [" ", "\n", "\t\n", "a", "a-a", "<a-b>", "</a-b>", '"', "\\", "[", "1", "1e1", *_BLOCKS, *_PATCHES]

Work = Callable[[], object]


def _time_of(work: Work) -> float:
    """The processor time of this thread, so that other programs do not count."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def _excess(prepare: Callable[[int], Work]) -> Optional[str]:
    """Describes the growth of work where it is faster than that of its text."""
    for length in _LENGTHS:
        whole = prepare(length)
        most = _time_of(whole)
        if most < _NOISE_SECONDS:
            continue
        part = prepare(length // _QUARTER)
        least = _time_of(part)
        for _ in range(_RUNS):
            if most <= max(least * _MOST_GROWTH, _NOISE_SECONDS):
                break
            most, least = min(most, _time_of(whole)), min(least, _time_of(part))
        else:
            return f"{length} characters: {most / least:.1f} times the work on a quarter"
    return None


def _patterns() -> Iterator[Tuple[str, Pattern[Any], bool]]:
    """All patterns of the package, and whether they are looked for at every place of a text."""
    for module in pkgutil.iter_modules(plinth_sdk.__path__):
        try:
            imported = importlib.import_module(f"plinth_sdk.{module.name}")
        except ImportError:
            # The framework of an adapter is not installed.
            continue
        source = inspect.getsource(imported)
        for name, value in vars(imported).items():
            if isinstance(value, re.Pattern):
                is_searched = re.search(rf"\b{name}\.(?:search|finditer|findall|sub|split)\(", source) is not None
                yield f"{module.name}.{name}", value, is_searched


def _texts(pattern: Pattern[Any]) -> Iterator[str]:
    """Repeats of the characters of a pattern, alone, in pairs and behind the text that it begins with."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    plain = re.sub(r"\\[a-zA-Z]|\(\?[:=!<]+", "", source)
    characters = sorted({*plain[:200], " ", "\n", "a", "1"} - set("^$"))
    beginning = "".join(re.findall(r"\\?([\w :/<#*@.-])", plain))[:24]
    yield from characters
    yield from (one + other for one, other in zip(characters, characters[1:]))
    yield from (beginning[:length] for length in range(2, len(beginning)))


class LinearTimeTest(unittest.TestCase):
    def test_patterns(self) -> None:
        for name, pattern, is_searched in _patterns():
            for round_ in _texts(pattern):

                def prepare(
                    length: int, pattern: Pattern[Any] = pattern, round_: str = round_, is_searched: bool = is_searched
                ) -> Work:
                    text = round_ * (length // len(round_)) + _ODD
                    subject: Union[str, bytes] = text if isinstance(pattern.pattern, str) else text.encode("utf-8")
                    return lambda: pattern.sub("", text) if is_searched else pattern.fullmatch(subject)

                with self.subTest(pattern=name, round=round_):
                    self.assertIsNone(_excess(prepare))

    def test_readers(self) -> None:
        typed = typed_text_reader()
        readers: Dict[str, Callable[[str], object]] = {
            "typed_text": typed,
            "preface": lambda text: typed(f"# Context from my IDE setup:\n{text}"),
            "is_envelope": lambda text: is_envelope(f"<a-b>{text}</a-b>{text}"),
            "without_file_contents": lambda text: without_file_contents({"patch": text, "command": text, "a": [text]}),
            "patch": lambda text: without_file_contents(f"*** Begin Patch\n{text}"),
            "prompt_in": prompt_in,
            "tool_input": tool_input,
        }
        for name, read in readers.items():
            for round_ in _ROUNDS:

                def prepare(length: int, read: Callable[[str], object] = read, round_: str = round_) -> Work:
                    text = round_ * (length // len(round_))
                    return lambda: read(text)

                with self.subTest(reader=name, round=round_):
                    self.assertIsNone(_excess(prepare))

    def test_the_test_itself(self) -> None:
        found: List[Optional[str]] = []
        for source in (r"a+b", r"x: (.+?)\s*$"):
            pattern = re.compile(source)
            found.append(
                next(filter(None, (_excess(self._search(pattern, round_)) for round_ in _texts(pattern))), None)
            )
        self.assertNotIn(None, found)

    @staticmethod
    def _search(pattern: Pattern[str], round_: str) -> Callable[[int], Work]:
        def prepare(length: int) -> Work:
            text = "x: a" + round_ * (length // len(round_)) + _ODD
            return lambda: pattern.search(text)

        return prepare


if __name__ == "__main__":
    unittest.main()
