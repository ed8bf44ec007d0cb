"""What a client may be made with, and where it takes Plinth to be."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, Optional
from unittest import mock

from plinth_sdk import AsyncPlinthClient, PlinthClient, PlinthConfigurationError
from plinth_sdk._discovery import data_directory

from .support import isolated, make_token

TOKEN = make_token()
POSIX = os.name == "posix"


class Construction(unittest.TestCase):
    def refusal(self, **options: Any) -> str:
        message = ""
        for client in (PlinthClient, AsyncPlinthClient):
            with self.assertRaises(PlinthConfigurationError) as caught:
                given: Dict[str, Any] = {"token": TOKEN, "integration": "a", **options}
                client(**given)
            self.assertEqual(caught.exception.code, "configuration")
            message = str(caught.exception)
        return message

    def test_token_comes_from_the_argument_then_the_environment(self) -> None:
        with isolated(PLINTH_TOKEN="nonsense"):
            PlinthClient(token=TOKEN, integration="a")
        with isolated(PLINTH_TOKEN=TOKEN):
            PlinthClient(integration="a")
        with isolated():
            self.assertRegex(self.refusal(token=None), "No Plinth token.*PLINTH_TOKEN")
            self.assertRegex(self.refusal(token=""), "No Plinth token")

    def test_token_of_a_managed_bridge_is_refused(self) -> None:
        self.assertRegex(self.refusal(token=make_token("plhook_")), "plhook_.*bridge")

    def test_token_with_one_character_changed_is_refused_for_its_checksum(self) -> None:
        for index in range(6, len(TOKEN)):
            changed = TOKEN[:index] + ("y" if TOKEN[index] == "x" else "x") + TOKEN[index + 1 :]
            self.assertRegex(self.refusal(token=changed), "checksum")

    def test_token_of_another_shape_is_refused(self) -> None:
        for token in (TOKEN + " " + TOKEN, TOKEN[:-1], TOKEN + "0", "ghp_x", "plint_", 7, b"x"):
            self.assertRegex(self.refusal(token=token), "not a Plinth token")

    def test_token_with_leading_zeros_in_its_checksum_is_taken(self) -> None:
        tokens = (make_token("plint_", f"z{n}z") for n in range(20_000))
        PlinthClient(token=next(token for token in tokens if token[-6] == "0"), integration="a")

    def test_token_is_nowhere_to_be_seen(self) -> None:
        self.assertNotIn(TOKEN[6:30], self.refusal(token=TOKEN[:-1] + ("1" if TOKEN[-1] == "0" else "0")))
        with isolated():
            for client in (PlinthClient, AsyncPlinthClient):
                self.assertNotIn(TOKEN[6:30], repr(client(token=TOKEN, integration="a")))

    def test_other_options_must_make_sense(self) -> None:
        for integration in ("", None, 7):
            self.assertRegex(self.refusal(integration=integration), "integration")
        for timeout in (0, -1, float("nan"), float("inf"), "x", None, True, 601):
            self.assertRegex(self.refusal(timeout=timeout), "timeout")
        for retries in (-1, 11, 1.5, "x", None, True):
            self.assertRegex(self.refusal(retries=retries), "retries")

    def test_base_url_is_a_loopback_address(self) -> None:
        for text, base_url in {
            "http://127.0.0.1:47613": "http://127.0.0.1:47613",
            "http://127.0.0.1:47613/": "http://127.0.0.1:47613",
            "HTTP://LocalHost:1": "http://localhost:1",
            "http://[::1]:65535": "http://[::1]:65535",
            "http://127.255.0.9:80": "http://127.255.0.9:80",
            "http://localhost": "http://localhost:80",
        }.items():
            self.assertEqual(PlinthClient(token=TOKEN, integration="a", base_url=text).base_url, base_url)

    def test_base_url_is_nothing_else(self) -> None:
        for text in (
            "",
            "x",
            "https://127.0.0.1:47613",
            "ftp://127.0.0.1",
            "http://example.com",
            "http://10.0.0.1:47613",
            "http://0.0.0.0:47613",
            "http://[::]:47613",
            "http://[::ffff:10.0.0.1]:1",
            "http://128.0.0.1",
            "http://127.0.0.256",
            "http://127.0.0.01",
            "http://127.1",
            "http://2130706433",
            "http://0x7f000001",
            "http://localhost.example.com",
            "http://localhost.",
            "http://127.0.0.1.nip.io",
            "http://127.0.0.1:47613@example.com",
            "http://user:pw@127.0.0.1:47613",
            "http://127.0.0.1:47613/api",
            "http://127.0.0.1:47613?x",
            "http://127.0.0.1:47613#x",
            "http://127.0.0.1:0",
            "http://127.0.0.1:65536",
            "http://127.0.0.1:99999",
            "http://127.0.0.1:\u0661",
            "http://127.0.0.\u0661:1",
            "http://127.0.0.1\\@example.com",
            "http://127.0.0.1:47613\n",
            " http://127.0.0.1:47613",
            "http://localho\u017ft:1",
            "//127.0.0.1",
            "127.0.0.1:47613",
            7,
        ):
            with self.subTest(text):
                self.assertRegex(self.refusal(base_url=text), "option.*loopback")

    def test_base_url_of_the_environment_is_checked_and_not_repeated(self) -> None:
        with isolated(PLINTH_BASE_URL="http://user:hunter2@example.com"):
            message = self.refusal()
        self.assertRegex(message, "environment.*loopback")
        self.assertNotIn("hunter2", message)

    def test_base_url_is_the_argument_then_the_environment_then_none(self) -> None:
        with isolated():
            self.assertIsNone(PlinthClient(token=TOKEN, integration="a").base_url)
        with isolated(PLINTH_BASE_URL="http://127.0.0.1:1111"):
            self.assertEqual(PlinthClient(token=TOKEN, integration="a").base_url, "http://127.0.0.1:1111")
            given = "http://127.0.0.1:2222"
            self.assertEqual(PlinthClient(token=TOKEN, integration="a", base_url=given).base_url, given)


def runtime(base_url: Any, pid: Any = None) -> str:
    return json.dumps(
        {
            "baseUrl": base_url,
            "port": 1,
            "pid": os.getpid() if pid is None else pid,
            "instanceId": "i",
            "apiVersion": "1.1",
            "startedAt": "now",
        }
    )


GOOD = runtime("http://127.0.0.1:5001")


class Discovery(unittest.TestCase):
    @contextlib.contextmanager
    def published(self, text: str, mode: int = 0o600) -> Iterator[Path]:
        with isolated() as folder:
            path = Path(folder, "runtime.json")
            path.write_text(text)
            path.chmod(mode)
            yield path

    def found(self) -> Optional[str]:
        return PlinthClient(token=TOKEN, integration="a").base_url

    def test_it_tells_where_plinth_is(self) -> None:
        with self.published(GOOD):
            self.assertEqual(self.found(), "http://127.0.0.1:5001")
            with mock.patch.dict(os.environ, PLINTH_BASE_URL="http://127.0.0.1:5002"):
                self.assertEqual(self.found(), "http://127.0.0.1:5002")

    def test_it_is_ignored_when_it_is_not_what_it_should_be(self) -> None:
        texts = ["", "{", "null", "7", "[]", '"x"', GOOD + " " * 20_000, "[" * 16_000]
        texts += [runtime(each) for each in ("http://example.com", "http://10.0.0.1:1", 7, None, {})]
        for text in texts:
            with self.subTest(text[:60]), self.published(text):
                self.assertIsNone(self.found())

    def test_it_is_ignored_when_the_process_is_gone_or_is_none(self) -> None:
        gone = subprocess.Popen([sys.executable, "-c", "0"])
        gone.wait()
        for pid in (gone.pid, 0, -1, "x", True, 10**30, 1.5, {}):
            with self.subTest(pid), self.published(runtime("http://127.0.0.1:5001", pid)):
                self.assertIsNone(self.found())

    @unittest.skipUnless(POSIX, "POSIX modes")
    def test_it_is_ignored_when_others_may_write_it(self) -> None:
        for mode in (0o620, 0o602, 0o666):
            with self.published(GOOD, mode):
                self.assertIsNone(self.found())

    @unittest.skipUnless(POSIX and os.getuid() == 0, "only root can give a file away")
    def test_it_is_ignored_when_another_user_owns_it(self) -> None:
        with self.published(GOOD) as path:
            os.chown(path, 12_345, 12_345)
            self.assertIsNone(self.found())

    @unittest.skipUnless(POSIX, "POSIX files")
    def test_it_is_ignored_when_it_is_a_link_a_folder_or_a_pipe(self) -> None:
        with self.published(GOOD) as path:
            path.rename(path.with_name("target.json"))
            path.symlink_to(path.with_name("target.json"))
            self.assertIsNone(self.found())
            path.unlink()
            path.mkdir()
            self.assertIsNone(self.found())
            path.rmdir()
            os.mkfifo(path)
            self.assertIsNone(self.found())

    def test_the_data_folder_is_where_the_system_keeps_such_things(self) -> None:
        home = os.path.expanduser("~")
        with isolated() as folder:
            self.assertEqual(data_directory(), folder)
            del os.environ["PLINTH_DATA_DIR"]
            with mock.patch.object(sys, "platform", "linux"):
                self.assertEqual(data_directory(), os.path.join(home, ".local", "share", "plinth"))
                with mock.patch.dict(os.environ, XDG_DATA_HOME="/xdg"):
                    self.assertEqual(data_directory(), os.path.join("/xdg", "plinth"))
            with mock.patch.object(sys, "platform", "darwin"):
                support = os.path.join(home, "Library", "Application Support", "Plinth")
                self.assertEqual(data_directory(), support)
            with mock.patch.object(sys, "platform", "win32"), mock.patch.dict(os.environ, LOCALAPPDATA="local"):
                self.assertEqual(data_directory(), os.path.join("local", "Plinth"))
