"""Measured speed: every figure of the README is printed by a command of this package.

`steps` times one game, `peers` puts it beside other libraries, `training` times self-play, and
`report` writes the README's tables from what these saved as JSON.
"""
