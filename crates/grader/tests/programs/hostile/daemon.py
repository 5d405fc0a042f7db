"""Leaves processes behind that change the grades later."""
import os
import sys
import time

for _ in range(10):
    if os.fork() == 0:
        for alone in (os.setsid, lambda: os.setpgid(0, 0)):
            try:
                alone()
            except OSError:
                pass
        if os.fork() == 0:
            os.closerange(0, 3)
            for _ in range(100):
                time.sleep(0.1)
                try:
                    with open("@GRADES@/daemon.json", "w") as file:
                        file.write('{"score": 100}')
                except OSError:
                    pass
        os._exit(0)
