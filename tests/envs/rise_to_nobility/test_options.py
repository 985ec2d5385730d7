"""Which options go together (section 1)."""

from collections.abc import Callable
from typing import Any

import pytest

from fiefdom.envs.rise_to_nobility import GAME, env, raw_env


@pytest.mark.parametrize("make", [env, raw_env, lambda **options: GAME.options(options)])
def test_six_players_need_the_chancery(make: Callable[..., Any]) -> None:
    wanted = r"option chancery=False .* num_players=6: six players need the Chancery"
    with pytest.raises(ValueError, match=wanted):
        make(num_players=6, chancery=False)


@pytest.mark.parametrize(("players", "chancery"), [(6, True), (5, False), (1, False)])
def test_others_may_do_without(players: int, chancery: bool) -> None:
    table = env(num_players=players, chancery=chancery)
    table.reset(seed=1)
    assert bool(table.record.chancery) == chancery
