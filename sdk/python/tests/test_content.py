"""What a user typed and what is content of files: the examples of Plinth's own implementation."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any, Dict

from plinth_sdk._adapters import prompt_in, tool_input
from plinth_sdk._content import tables, typed_text_reader, without_file_contents

FILE = Path(__file__).resolve().parents[2] / "behaviour/generated/content.json"
EXAMPLES: Dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}


@unittest.skipUnless(EXAMPLES, "this checkout has no sdk/behaviour/generated")
class ContentTest(unittest.TestCase):
    def test_a_prompt_keeps_what_a_user_typed(self) -> None:
        read = typed_text_reader(tables.OWN_BLOCKS["claude"])
        for example in EXAMPLES["prompts"]:
            with self.subTest(example["prompt"]):
                typed = read(example["prompt"])
                kept = None if typed is None else {"content": typed.content, "cutBytes": typed.cut_bytes}
                self.assertEqual(kept, example["typed"])

    def test_an_input_keeps_what_an_agent_wrote(self) -> None:
        for example in EXAMPLES["inputs"]:
            with self.subTest(example["input"]):
                self.assertEqual(without_file_contents(example["input"]), example["kept"])

    def test_the_adapters_use_both(self) -> None:
        parts = [{"type": "text", "text": "go"}, {"type": "text-plain", "text": "CONTENTS"}]
        self.assertEqual(prompt_in([{"role": "user", "content": parts}]), "go")
        self.assertEqual(prompt_in("<task-notification>ANSWER</task-notification>"), None)
        changes = {"/a": {"type": "delete", "content": "CONTENTS"}}
        self.assertEqual(tool_input(json.dumps({"changes": changes})), {"changes": {"/a": {"type": "delete"}}})
