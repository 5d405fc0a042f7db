"""Keeps as many processes busy as it may."""
import os

for _ in range(199):
    if os.fork() == 0:
        break
while True:
    pass
