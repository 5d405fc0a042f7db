"""Imports somebody's file and calls it: driver.py FILE print_succ|solve LIST, or driver.py FILE queue JSON.

What the file prints while it is imported goes to standard error, so that calls at its end, left over from
trying it out, are not taken for answers.
"""

import contextlib
import importlib.util
import json
import os
import sys


def load(path):
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with contextlib.redirect_stdout(sys.stderr):
        spec.loader.exec_module(module)
    return module


def item(operation):
    g, h = operation["g"], operation["h"]
    return {"state": list(operation["state"]), "h": h, "g": g, "parent": None, "f": g + h}


def shown(entry):
    return f"{list(entry['state'])} g={entry['g']} f={entry['f']}"


def play(module, operations):
    queue = module.PriorityQueue()
    for operation in operations:
        do = operation["do"]
        if do in ("enqueue", "requeue"):
            getattr(queue, do)(item(operation))
            entries = "; ".join(shown(entry) for entry in queue.queue)
            print(f"queue: {entries}; max_len {queue.max_len}")
        elif do == "pop":
            print("pop:", shown(queue.pop()))
        elif do == "isempty":
            print("is_empty:", bool(queue.is_empty()))
        else:
            print(str(queue))


def main():
    path, function, argument = sys.argv[1:]
    module = load(path)
    if function == "queue":
        play(module, json.loads(argument))
    else:
        getattr(module, function)(json.loads(argument))


main()
