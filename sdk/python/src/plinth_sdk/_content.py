"""What a user typed, and what of a tool's input is content of files. The tables come from Plinth's own."""

from __future__ import annotations

import re
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Pattern

from . import _content_tables as tables


class TypedText(NamedTuple):
    """The user's part of a prompt: its text, and the number of bytes of other text that were cut."""

    content: str
    cut_bytes: int


# What stands before the attribute of a mark: white space, and other attributes.
_BEFORE_ATTRIBUTE = r"\s(?:[^<>]*\s)?"


def _mark_of(block: str) -> str:
    """A name is followed by the end of the mark or by attributes. Harnesses write names with ``-`` and with ``_``."""
    if block.endswith("="):
        return block.replace(" ", _BEFORE_ATTRIBUTE)
    return re.sub("[-_]", "[-_]", block) + r"(?=[\s/>])"


def _marks_of(blocks: Iterable[str]) -> str:
    return "|".join(map(_mark_of, blocks))


_AT_LINE = r"(?<![^\r\n])"
_PREFACE = re.compile(tables.PREFACE)
_REQUEST = re.compile(tables.REQUEST)
_ENVELOPE = re.compile(tables.ENVELOPE)
_NOTICE = re.compile(_marks_of(tables.NOTICE_BLOCKS))
_FILE = re.compile(_marks_of(tables.FILE_BLOCKS))
_FILE_OPENING = re.compile(rf"{_AT_LINE}[ \t]*<(?:{_marks_of(tables.FILE_BLOCKS)})")
_FILE_NAMES = sorted({block.split(" ")[0] for block in tables.FILE_BLOCKS})
_NAME = re.compile(r"[^\s/>]+")


def _bytes_of(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _behind_preface(text: str) -> str:
    """What stands behind the last heading of the request, where an editor wrote a preface before it."""
    if not _PREFACE.match(text):
        return text
    headings = list(_REQUEST.finditer(text))
    return text[headings[-1].end() :].lstrip() if headings else ""


def _behind_last(text: str, names: Iterable[str]) -> int:
    """The place behind the last end mark of these blocks, or 0."""
    return max(text.rfind(end) + len(end) if end in text else 0 for end in (f"</{name}>" for name in names))


def _length_of_block(text: str) -> int:
    """The length of a block, from the text that begins behind its ``<``.

    The contents of files can hold any mark, so the last end mark of any of their blocks counts, and a notice ends
    before the files that follow it. A block without an end mark, and one that is neither, goes on to the end.
    """
    if _FILE.match(text):
        return _behind_last(text, _FILE_NAMES) or len(text)
    name = _NAME.match(text)
    if name is None or not _NOTICE.match(text):
        return len(text)
    opening = _FILE_OPENING.search(text)
    head = text[: opening.start()] if opening else text
    return _behind_last(head, [name[0]]) or _behind_last(text, [name[0], *_FILE_NAMES]) or len(text)


def typed_text_reader(own: Iterable[str] = ()) -> Callable[[str], Optional[TypedText]]:
    """The function that gives what the user typed of a prompt, or None where no user typed any."""
    blocks = _marks_of([*tables.ANSWER_BLOCKS, *tables.NOTICE_BLOCKS, *tables.FILE_BLOCKS, *own])
    opening = re.compile(rf"{_AT_LINE}(?:[ \t]*<(?={blocks})|({tables.FILE_HEADING}))")

    def read(text: str) -> Optional[TypedText]:
        rest = _behind_preface(text)
        cut_bytes = _bytes_of(text) - _bytes_of(rest)
        has_files = cut_bytes > 0
        kept: List[str] = []
        found = opening.search(rest)
        while found:
            inside = rest[found.end() :]
            behind = inside[_length_of_block(inside) :]
            has_files = has_files or found[1] is not None or _FILE.match(inside) is not None
            kept.append(rest[: found.start()])
            cut_bytes += _bytes_of(rest[found.start() : len(rest) - len(behind)])
            rest = behind
            found = opening.search(rest)
        kept.append(rest)
        texts = [each.strip() for each in kept if each.strip()]
        if not texts:
            return TypedText("", cut_bytes) if has_files else None
        content = rest if len(kept) == 1 else "\n".join(texts)
        return TypedText(content, cut_bytes)

    return read


def is_envelope(text: str) -> bool:
    """Whether this is a prompt that only a harness writes."""
    return _ENVELOPE.match(text) is not None


def with_cut_named(typed: TypedText, what: str) -> str:
    """The kept text with a note that names the omitted part and its size."""
    if typed.cut_bytes == 0:
        return typed.content
    note = f"[Plinth left out {what}: {typed.cut_bytes} bytes]"
    return f"{typed.content}\n{note}" if typed.content else note


_PATCH = re.compile(tables.PATCH)
_PATCH_SHAPE = re.compile(tables.PATCH_SHAPE)
_HUNK = re.compile(tables.HUNK)
_KEPT_LINE = re.compile(tables.KEPT_LINE)
_FILE_LINE = re.compile(tables.FILE_LINE)
_HUNK_LINE = re.compile(tables.HUNK_LINE)
_DELETION = re.compile(tables.DELETION, re.IGNORECASE)


def _first(pattern: Pattern[str], text: str) -> Optional[str]:
    found = pattern.match(text)
    return found[0] if found else None


def _is_file_name(lines: List[str], at: int) -> bool:
    """The header of a file has two lines. The first one alone is a removed line."""
    return lines[at].startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ ")


def _patch_lines(text: str) -> str:
    """Keeps of a patch the names of files, the places, and what is added."""
    # A patch inside a text of JSON has no line breaks of its own.
    breaks = "\n" if "\n" in text else "\\n"
    lines = text.split(breaks)
    kept = []
    for at, line in enumerate(lines):
        if line.startswith("@@"):
            kept.append(_first(_HUNK, line) or "@@")
        elif _is_file_name(lines, at) or _KEPT_LINE.match(line):
            kept.append(line)
    return breaks.join(kept)


def _without_hunk_lines(text: str) -> str:
    """Removes the lines of files from the hunks in a text. Text that is no line of a hunk stays."""
    if "@@ -" not in text:
        return text
    lines = text.split("\n")
    kept = []
    in_hunk = False
    for at, line in enumerate(lines):
        header = _first(_HUNK, line)
        in_hunk = header is not None or (in_hunk and _HUNK_LINE.match(line) is not None)
        if header is not None:
            kept.append(header)
        elif not in_hunk or not _FILE_LINE.match(line) or _is_file_name(lines, at):
            kept.append(line)
    return "\n".join(kept)


def _without_file_lines(text: str, is_patch: bool) -> str:
    """Removes the lines of files from the patches in a text: a command, or another input of a tool."""
    if "*** Begin Patch" in text:
        kept = _PATCH.sub(lambda found: _patch_lines(found[0]), text)
    elif is_patch and _PATCH_SHAPE.search(text):
        kept = _patch_lines(text)
    else:
        kept = _without_hunk_lines(text)
    if kept == text:
        return text
    return f"{kept}\n[Plinth left out lines of files: {_bytes_of(text) - _bytes_of(kept)} bytes]"


def _members_of(value: Any) -> List[Any]:
    return list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, list) else []


def _lists_changes(value: Any) -> bool:
    """Whether this is a list of changes by their paths, as Codex reports it: something in it holds a file's text."""
    for change in _members_of(value):
        if isinstance(change, dict):
            parts = [change, *(each for each in change.values() if isinstance(each, dict))]
            if any(isinstance(each.get(name), str) for each in parts for name in tables.CHANGE_CONTENTS):
                return True
    return False


def _kept_of_changes(value: Any, depth: int) -> Any:
    """Keeps of the changes of files what names and describes them. The first level are the paths."""
    if isinstance(value, list):
        return [_kept_of_changes(each, 1) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {name: each for name, each in value.items() if depth == 0 or name in tables.KEPT_OF_CHANGE}
    return {name: _kept_of_changes(each, depth + 1) for name, each in kept.items()}


def _is_former_content(name: Any, value: Any, owner: Any) -> bool:
    """Whether a member holds what a file contained before the tool."""
    if not isinstance(value, str):
        return False
    if name in tables.FORMER_MEMBERS:
        return True
    actions = [owner.get(each) for each in tables.ACTION_MEMBERS] if name in tables.DELETED_MEMBERS else []
    actions = [each.get("type") if isinstance(each, dict) else each for each in actions]
    return any(_DELETION.match(action) for action in actions if isinstance(action, str))


def without_file_contents(value: Any, _inside: Any = (), _name: Any = "") -> Any:
    """A tool's input without what files contained before."""
    if isinstance(value, str):
        return _without_file_lines(value, _name in tables.PATCH_MEMBERS)
    if len(_inside) > tables.MAX_READ_DEPTH or any(each is value for each in _inside):
        return value
    within = (*_inside, value)
    if isinstance(value, list):
        return [without_file_contents(each, within, _name) for each in value]
    if not isinstance(value, dict):
        return value
    members = {}
    for name, member in value.items():
        if name == tables.CHANGES_MEMBER and _lists_changes(member):
            members[name] = _kept_of_changes(member, 0)
        elif not _is_former_content(name, member, value):
            members[name] = without_file_contents(member, within, name)
    return members
