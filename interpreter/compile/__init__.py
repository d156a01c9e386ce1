"""
Compile: `Rules` and one layout in, a `Program` of Python code objects out.

Steps without a decision become straight Python. Where a decision (or, when chance is asked, a draw)
stands, code splits into blocks, each a function `block(state) -> number of the next block`. A state
at rest is at a block that asks; nothing of a game is ever held by a Python frame.
"""
