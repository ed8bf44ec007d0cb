"""The PEP 517 backend of this package, of the standard library alone; the same bytes on every machine.

Run by hand, `python build_backend/plinth_build.py OUT` builds the wheel and the sdist into OUT.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import IO, Any, Dict, List, Optional, cast

ROOT = Path(__file__).resolve().parents[1]
VERSION = re.search(r'SDK_VERSION = "(.+)"', (ROOT / "src/plinth_sdk/_version.py").read_text())[1]  # type: ignore[index]
NAME = f"plinth_sdk-{VERSION}"
_EPOCH = (2020, 1, 1, 0, 0, 0)

_METADATA = f"""\
Metadata-Version: 2.1
Name: plinth-sdk
Version: {VERSION}
Summary: Report what an AI agent does to Plinth, a private record kept on the same computer.
Author: Plinth contributors
License: MIT
Keywords: plinth,agents,audit,local,privacy
Classifier: Development Status :: 4 - Beta
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: OS Independent
Classifier: Programming Language :: Python :: 3
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown
License-File: LICENSE

"""
_WHEEL = "Wheel-Version: 1.0\nGenerator: plinth_build\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

Settings = Optional[Dict[str, Any]]


def _metadata() -> bytes:
    return (_METADATA + (ROOT / "README.md").read_text("utf-8")).encode()


def _package_files() -> List[Path]:
    files = [ROOT / "src/plinth.py", *(ROOT / "src/plinth_sdk").rglob("*")]
    return sorted(file for file in files if file.suffix == ".py" or file.name == "py.typed")


def _write_wheel(directory: str, files: Dict[str, bytes]) -> str:
    info = f"{NAME}.dist-info"
    files = {
        **files,
        f"{info}/METADATA": _metadata(),
        f"{info}/WHEEL": _WHEEL.encode(),
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    record = f"{info}/RECORD"
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    wheel = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return wheel


def build_wheel(directory: str, settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    """Builds the wheel; returns its name."""
    files = {file.relative_to(ROOT / "src").as_posix(): file.read_bytes() for file in _package_files()}
    return _write_wheel(directory, files)


def build_editable(directory: str, settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    """Builds a wheel that points at this folder; returns its name."""
    return _write_wheel(directory, {"plinth_sdk.pth": f"{ROOT / 'src'}\n".encode()})


def build_sdist(directory: str, settings: Settings = None) -> str:
    """Builds the source archive; returns its name."""
    backend = Path(__file__)
    files = [ROOT / "pyproject.toml", ROOT / "README.md", ROOT / "LICENSE", backend, *_package_files()]
    contents = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in files}
    contents["PKG-INFO"] = _metadata()
    sdist = f"{NAME}.tar.gz"
    with open(Path(directory, sdist), "wb") as raw:
        # A fixed time in both layers, so that the same sources give the same archive.
        with gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
            with tarfile.open(fileobj=cast(IO[bytes], packed), mode="w", format=tarfile.PAX_FORMAT) as archive:
                for name, content in sorted(contents.items()):
                    entry = tarfile.TarInfo(f"{NAME}/{name}")
                    entry.size, entry.mode = len(content), 0o644
                    archive.addfile(entry, io.BytesIO(content))
    return sdist


def main(directory: str) -> None:
    """Builds both."""
    Path(directory).mkdir(parents=True, exist_ok=True)
    for name in (build_wheel(directory), build_sdist(directory)):
        print(Path(directory, name))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "dist")
