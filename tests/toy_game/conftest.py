"""Files of a game that is not there: tests/test_newcomer.py adds it to a copy and tests it there."""

collect_ignore = ["envs", "tests"]
