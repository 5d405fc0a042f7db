"""Takes memory in many processes."""
import os
import time

for _ in range(60):
    if os.fork() == 0:
        held = [bytearray(os.urandom(1)) * (16 << 20) for _ in range(20)]
        time.sleep(60)
time.sleep(60)
