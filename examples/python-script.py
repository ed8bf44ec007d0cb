"""A script that tells Plinth which commands it is about to run, and which file it changed.

    pip install ./sdk/python
    PLINTH_TOKEN=... python python-script.py

The token is generated in Plinth under Settings, Developer integrations, for the name "example-agent".
"""

import os
import subprocess
import sys
import tempfile
import uuid

from plinth_sdk import PlinthClient, PlinthDownError, PlinthError

session_id = str(uuid.uuid4())
cwd = os.getcwd()


def main() -> int:
    with PlinthClient(integration="example-agent") as plinth:
        try:
            receipt = plinth.session_started(session_id, data={"harness": "example-agent", "cwd": cwd})
        except PlinthDownError:
            print("Plinth is not running, so nothing is reported.")
            return 0
        except PlinthError as error:
            # The message names the reason, never the token or what was reported.
            print(f"Plinth did not take the report ({error.code}): {error}", file=sys.stderr)
            return 1
        print(f"Session {session_id} is on record as {receipt.receipt_id}.")

        with plinth.reporter() as reporter, tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", "print('hello')"]
            reporter.command_before_run(session_id, data={"command": " ".join(command), "cwd": folder})
            subprocess.run(command, cwd=folder, check=True)

            path = os.path.join(folder, "notes.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("hello")
            reporter.file_changed(session_id, data={"path": path, "changeType": "created", "cwd": folder})
            reporter.session_ended(session_id, data={"reason": "done", "cwd": cwd})
        print(f"Plinth took {reporter.stats.sent} more reports.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
