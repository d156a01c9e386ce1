"""Games written by hand in plain Python: what the interpreter is compared and timed against."""
