"""The wheel and the sdist, installed into fresh environments without any network."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path
from typing import Any, Dict

from .support import PACKAGE, TAKEN, ScriptedServer, always, make_token

PROGRAM = """
import asyncio, plinth_sdk as plinth
assert "site-packages" in plinth.__file__, plinth.__file__
client = plinth.PlinthClient(integration="acme")
print(client.prompt_submitted("s", data={"content": "hello"}).receipt_id)
async def main():
    async with plinth.AsyncPlinthClient(integration="acme") as client:
        await client.session_ended("s")
asyncio.run(main())
with client.reporter() as reporter:
    reporter.session_started("s")
    assert reporter.flush(60)
"""


def load_backend() -> Any:
    spec = importlib.util.spec_from_file_location("plinth_build", PACKAGE / "build_backend" / "plinth_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Packaging(unittest.TestCase):
    folder: Path
    wheel: Path
    sdist: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix="plinth-sdk-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        backend = load_backend()
        cls.wheel = cls.folder / backend.build_wheel(str(cls.folder))
        cls.sdist = cls.folder / backend.build_sdist(str(cls.folder))

    def test_names_are_as_published(self) -> None:
        self.assertEqual(self.wheel.name, "plinth_sdk-0.2.0b1-py3-none-any.whl")
        self.assertEqual(self.sdist.name, "plinth_sdk-0.2.0b1.tar.gz")

    def test_the_wheel_holds_the_package_its_types_and_nothing_else(self) -> None:
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
            metadata = archive.read("plinth_sdk-0.2.0b1.dist-info/METADATA").decode()
        self.assertIn("plinth_sdk/py.typed", names)
        self.assertIn("plinth_sdk/__init__.py", names)
        top = {"plinth.py", "plinth_sdk", "plinth_sdk-0.2.0b1.dist-info"}
        self.assertEqual({name.split("/")[0] for name in names}, top)
        self.assertNotIn("Requires-Dist", metadata)
        self.assertIn("Requires-Python: >=3.9", metadata)

    def test_the_same_sources_give_the_same_bytes(self) -> None:
        again = self.folder / "again"
        again.mkdir()
        backend = load_backend()
        for first, name in ((self.wheel, backend.build_wheel), (self.sdist, backend.build_sdist)):
            second = again / name(str(again))
            self.assertEqual(hashlib.sha256(first.read_bytes()).digest(), hashlib.sha256(second.read_bytes()).digest())

    def environment(self, name: str) -> Path:
        try:
            venv.create(self.folder / name, with_pip=True)
        except subprocess.CalledProcessError:
            self.skipTest("this Python has no ensurepip, so no environment with pip can be made")
        return self.folder / name / ("Scripts" if os.name == "nt" else "bin") / "python"

    def install(self, python: Path, *what: str) -> None:
        env = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": os.devnull}
        command = [str(python), "-m", "pip", "install", "--quiet", "--no-index", *what]
        subprocess.run(command, env=env, check=True)

    def run_from(self, python: Path) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            env: Dict[str, str] = {**os.environ, "PLINTH_TOKEN": make_token(), "PLINTH_BASE_URL": server.base_url}
            env.pop("PYTHONPATH", None)
            command = [str(python), "-I", "-W", "error::SyntaxWarning", "-c", PROGRAM]
            done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, cwd=str(self.folder))
        self.assertTrue(done.stdout.startswith(b"rcpt_"))
        self.assertEqual(len(server.requests), 3)

    def test_each_works_in_a_fresh_environment(self) -> None:
        python = self.environment("fresh")
        unpacked = self.folder / "unpacked"
        with tarfile.open(self.sdist) as archive:
            extract: Any = archive.extractall
            extract(unpacked, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        for what in (self.wheel, self.sdist, unpacked / "plinth_sdk-0.2.0b1"):
            with self.subTest(what.name):
                self.install(python, "--force-reinstall", str(what))
                self.run_from(python)

    def test_the_old_name_says_what_the_new_one_is_and_yields_to_another_package(self) -> None:
        def run(*path: str) -> subprocess.CompletedProcess[str]:
            env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE / "src"), *path])}
            command = [sys.executable, "-c", "import plinth.modules, plinth; print(plinth.NAME, plinth.modules.NAME)"]
            return subprocess.run(command, env=env, capture_output=True, text=True)

        self.assertIn("ImportError: The module of the Plinth SDK is plinth_sdk", run().stderr)
        other = self.folder / "dist-packages"
        (other / "plinth" / "modules").mkdir(parents=True)
        (other / "plinth" / "__init__.py").write_text("NAME = 'FreedomBox'")
        (other / "plinth" / "modules" / "__init__.py").write_text("NAME = 'modules'")
        self.assertEqual(run(str(other)).stdout, "FreedomBox modules\n")

    def test_the_version_is_the_javascript_sdks(self) -> None:
        manifest = PACKAGE.parent / "javascript" / "package.json"
        if not manifest.exists():
            self.skipTest("no JavaScript SDK beside this one")
        self.assertIn('"version": "0.2.0-beta.1"', manifest.read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
