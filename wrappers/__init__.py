"""Views of any game for other frameworks; each module imports its framework on use."""
