"""Prints without end."""
import sys

while True:
    sys.stdout.write("0123456789 " * 10000)
