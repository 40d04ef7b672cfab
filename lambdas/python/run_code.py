"""Runs users' code once, in a process that ends afterwards; used by both editions.

A request is {"code", "inputs", "most_result", "most_printed", "most_depth"} (bytes, bytes, levels).
The answer is {"result": JSON}, {"error": a sentence}, or {"ended": "time" or "memory", "line"?},
if a limit ended the code. Output of the code goes to file descriptor 1, up to its limit.
"""

import io
import json
import math
import os
import sys
import types

NAME = "<code>"
MARK = "\n… (what was printed after this is not kept)\n".encode()
MOST_MESSAGE = 1000
# JSON parsers keep integers exactly up to here; larger ones become a neighbour.
EXACT = 2**53 - 1


class NotJson(Exception):
    pass


class Printed(io.RawIOBase):
    """Passes on whole characters up to the limit, and then a mark."""

    def __init__(self, most):
        self.room = most

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        if self.room is None:
            return len(data)
        kept = data[: self.room]
        self.room -= len(kept)
        if len(kept) < len(data):
            kept = kept.decode("utf-8", "ignore").encode() + MARK
            self.room = None
        while kept:
            kept = kept[os.write(1, kept) :]
        return len(data)


def check(value, most_nodes, most_depth):
    """Raises NotJson for the first part of a value that JSON cannot hold."""
    count = 0
    waiting = [(value, "result", 1)]
    while waiting:
        value, at, depth = waiting.pop()
        count += 1
        if count > most_nodes:
            raise NotJson("The result has too many parts. Return less, or a summary.")
        if value is None or isinstance(value, (bool, str)):
            continue
        if isinstance(value, int):
            if abs(value) > EXACT:
                raise NotJson(f"{at} is a whole number beyond 2^53. Return it as text.")
        elif isinstance(value, float):
            if not math.isfinite(value):
                raise NotJson(f"{at} is {value}, which JSON does not have. Return None.")
        elif isinstance(value, (list, tuple, dict)):
            if depth > most_depth:
                raise NotJson(f"The result is nested deeper than {most_depth} levels.")
            waiting.extend(reversed(parts_of(value, at, depth + 1)))
        else:
            kind = type(value).__name__
            advice = "Turn it into text, numbers, lists or dicts."
            raise NotJson(f"{at} is of type {kind}, which is not JSON. {advice}")


def parts_of(value, at, depth):
    if not isinstance(value, dict):
        return [(part, f"{at}[{index}]", depth) for index, part in enumerate(value)]
    for key in value:
        if not (key is None or isinstance(key, (str, int, float, bool))):
            kind = type(key).__name__
            raise NotJson(f"A key of {at} is of type {kind}. Keys in JSON are text.")
    return [(part, f"{at}.{key}"[:200], depth) for key, part in value.items()]


def to_json(value, request):
    check(value, request["most_result"], request["most_depth"])
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    if len(text) > request["most_result"]:
        has, may = len(text) // 1024 + 1, request["most_result"] // 1024
        raise NotJson(f"The result has {has} KiB, it may have {may}. Return less, or a summary.")
    return text.decode()


def line_of(error):
    """The last executed line of the user's code itself, not of a library."""
    if isinstance(error, SyntaxError) and error.filename == NAME:
        return error.lineno
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == NAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def message_of(error):
    try:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        message = "its message cannot be read"
    kind = type(error).__name__
    return f"{kind}: {message}"[:MOST_MESSAGE] if message else kind


def ended(why, error):
    line = line_of(error)
    return {"ended": why} if line is None else {"ended": why, "line": line}


def value_of(module, code):
    names = module.__dict__
    try:
        exec(compile(code, NAME, "exec", dont_inherit=True), names)
        main = names.get("main")
        if "result" not in names and callable(main):
            names["result"] = main(module.inputs)
    except SystemExit as error:
        if error.code not in (None, 0):
            raise
    return names.get("result")


def answer_of(request):
    module = types.ModuleType("__main__")
    module.inputs = request["inputs"]
    sys.modules["__main__"] = module
    try:
        return '{"result":' + to_json(value_of(module, request["code"]), request) + "}"
    except NotJson as error:
        answer = {"error": str(error)}
    except KeyboardInterrupt as error:
        answer = ended("time", error)
    except MemoryError as error:
        answer = ended("memory", error)
    except BaseException as error:
        line = line_of(error)
        place = "" if line is None else f" in line {line}"
        answer = {"error": f"The code failed{place}: {message_of(error)}"}
    return json.dumps(answer)


def run(text):
    request = json.loads(text)
    printed = Printed(request["most_printed"])
    sys.stdout = sys.stderr = io.TextIOWrapper(
        printed, encoding="utf-8", errors="backslashreplace", write_through=True
    )
    sys.stdin = io.StringIO("")
    return answer_of(request)


if __name__ == "__main__":
    given = sys.stdin.buffer.read().decode()
    place = int(sys.argv[1])
    sys.argv = [""]
    answer = run(given)
    with open(place, "w", encoding="utf-8") as file:
        file.write(answer)
    # Exits without waiting for threads that the code left behind.
    os._exit(0)
