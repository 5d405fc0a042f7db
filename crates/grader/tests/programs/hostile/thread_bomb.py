"""Starts threads without end."""
import threading
import time

while True:
    try:
        threading.Thread(target=time.sleep, args=(60,)).start()
    except RuntimeError:
        pass
