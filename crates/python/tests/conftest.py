"""What all tests share."""

import signal

# A shell that starts the tests in the background has them ignore Ctrl-C, and those that send it to
# themselves would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
