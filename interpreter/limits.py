"""
Limits: how much a definition may ask for. Whoever plays a stranger's game waits for seconds, not for ever.

What is written down is counted when it is read. What rules do in play is paid for from `FUEL`, anew for each
decision: `compile/metering` puts the payments in, and only where much could be done.
"""

from __future__ import annotations

# files
LARGEST_FILE = 500_000  # bytes
MOST_FILES = 200  # of one folder: parts of a game, its variants, its scenarios
MOST_VALUES = 30_000  # values of one file of YAML, lists and mappings counted as well
LARGEST_RECORD = 20_000_000  # bytes
MOST_FAULTS = 200  # that are told of a definition at once

# what a definition makes
MOST_SEATS = 100
MOST_CHECKED = 12  # numbers of players that `check` compiles for
MOST_MEMBERS = 10_000  # kinds of one type, places of one map, components of one type
MOST_THINGS = 100_000  # of all types together: members, values of fields, zones
MOST_BLOCKS_WRITTEN = 1_000  # pieces of code that one entry is cut into by its decisions
LARGEST_NUMBER = 10**18 - 1  # as many digits as a number may have that is written down

# in play
FUEL = 2_000_000  # units of work between two decisions
PASS = 10  # units that a pass of a loop costs at least
MOST_BLOCKS = 20_000  # pieces of code between two decisions
MOST_OPTIONS = 10_000  # of one decision
LONGEST_LIST = 10_000  # of a list that is kept in a field or under a name
MOST_NOTES = 100_000  # lines that steps write into the log of one game
