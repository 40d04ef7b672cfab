"""The Lambda that runs users' Python: each run in a separate process, which leaves nothing behind.

The event is a request of run_code.py with "time_ms"; returns {"answer", "printed"} as texts.
"""

import ctypes
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

RUN_CODE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run_code.py")
# The documented limit (limits.pythonMemory); the function's remaining memory is for this process.
MOST_MEMORY = 512 * 2**20
MOST_FILE = 64 * 2**20
# Code gets SIGINT when its time is over, and is killed so many seconds later.
GRACE = 0.4

PR_SET_DUMPABLE = 4
# Users' code runs as the same user: this denies it this process's environment and memory.
ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0)


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # No processes and no threads, so that nothing outlives the code.
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def start(answer, printed, folder):
    # Only the path of Python's libraries on Lambda is passed on, and no credentials.
    env = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-I", "-B", RUN_CODE, str(answer)],
        pass_fds=(answer,),
        stdin=subprocess.PIPE,
        stdout=printed,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=env,
        preexec_fn=limit,
    )


def hand_over(process, event):
    try:
        process.stdin.write(json.dumps(event).encode())
        process.stdin.close()
    except BrokenPipeError:
        # The process has ended; its exit code says why.
        pass


def end_of(process, seconds):
    """Returns what ended the process from outside ("memory" or "time"), if anything did."""
    try:
        process.wait(seconds)
        return "memory" if process.returncode == -signal.SIGKILL else None
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(GRACE)
        return None
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return "time"


def read(file, most):
    file.seek(0)
    return file.read(most).decode("utf-8", "replace")


def run(event, folder):
    # Unnamed files, which the code cannot replace.
    with tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as printed:
        process = start(answer.fileno(), printed, folder)
        hand_over(process, event)
        ended = end_of(process, event["time_ms"] / 1000)
        said = json.dumps({"ended": ended}) if ended else read(answer, 2 * event["most_result"])
        return {"answer": said, "printed": read(printed, 2 * event["most_printed"])}


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        os.unlink(path)


def handler(event, context):
    temporary = tempfile.gettempdir()
    before = set(os.listdir(temporary))
    try:
        return run(event, tempfile.mkdtemp())
    finally:
        for name in set(os.listdir(temporary)) - before:
            remove(os.path.join(temporary, name))
