"""Takes memory through files in memory, with and without names."""
import ctypes
import os

libc = ctypes.CDLL(None)
held, block = [], bytes(1 << 20)
for place in ("/dev/shm", "/tmp", "/run", "/var/tmp", os.environ["HOME"], "."):
    try:
        for number in range(8):
            file = open(f"{place}/{number}", "wb", 0)
            os.unlink(file.name)
            held.append(file)
            for _ in range(1000):
                file.write(block)
    except OSError:
        pass
for number in range(64):
    descriptor = libc.memfd_create(b"x", 0)
    if descriptor >= 0:
        for _ in range(60):
            os.write(descriptor, block)
