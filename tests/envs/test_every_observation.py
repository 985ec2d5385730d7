"""The layout of every game's observation: named blocks, their order, their ranges and texts."""

import dataclasses
import itertools
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.layout import UNUSED, Block, Layout
from tests.envs.registry import (
    EVERY_GAME,
    EVERY_OPTION_SET,
    make_env,
    player_counts,
    scaled,
    settings,
)
from tests.envs.walks import legal_actions, parts_of, walk


def both_layouts(game: Game, options: Any) -> tuple[Layout, Layout]:
    return game.layout(options), game.state_layout(options)


@EVERY_OPTION_SET
def test_blocks_fill_the_observation_without_gap(game: Game, options: Any) -> None:
    for layout in both_layouts(game, options):
        rows = layout.describe()
        starts, stops = [row["start"] for row in rows], [row["stop"] for row in rows]
        assert starts == [0, *stops[:-1]]
        assert stops[-1] == layout.size
        assert layout.size == sum(int(np.prod(shape)) for shape in layout.parts.values())
        assert set(stops) >= set(np.cumsum([int(np.prod(s)) for s in layout.parts.values()]))


@EVERY_OPTION_SET
def test_blocks_have_names_meanings_and_ranges(game: Game, options: Any) -> None:
    for layout in both_layouts(game, options):
        names = [block.name for block in layout.blocks]
        assert len(set(names)) == len(names)
        for block in layout.blocks:
            assert block.name.isidentifier()
            assert block.meaning.strip()
            assert block.size > 0
            assert block.low < block.high
            assert len(block.labels) in (0, block.size)
            assert len(set(block.labels)) == len(block.labels)
        kinds = {name: space for name, space in spaces_of(layout).items() if space.shape}
        assert all(space.dtype == layout.dtype for space in kinds.values())
        if layout.dtype == np.uint8:
            assert all(space.high.max() < 255 for space in kinds.values()), "taken for a photograph"


def spaces_of(layout: Layout) -> dict[str, Any]:
    space: Any = layout.space()
    return {name: space[name] for name in space} if len(layout.parts) > 1 else {"": space}


def blocks_by_part(layout: Layout) -> list[list[Block]]:
    """Return the blocks of each array of an observation."""
    left = list(layout.blocks)
    parts = []
    for shape in layout.parts.values():
        size = int(np.prod(shape))
        mine: list[Block] = []
        while sum(block.size for block in mine) < size:
            mine.append(left.pop(0))
        parts.append(mine)
    return parts


def is_allowed(options: Any, players: int) -> bool:
    """Say whether options go with a number of players."""
    try:
        dataclasses.replace(options, num_players=players)
    except ValueError:
        return False
    return True


@EVERY_OPTION_SET
def test_blocks_of_seats_come_last(game: Game, options: Any) -> None:
    """So that all earlier slices are the same for every number of players."""
    layouts = [
        blocks_by_part(game.layout(dataclasses.replace(options, num_players=players)))
        for players in player_counts(game)
        if is_allowed(options, players)
    ]
    for fewer, more in itertools.pairwise(layouts):
        for part, longer in zip(fewer, more, strict=True):
            assert longer[: len(part)] == part
    sizes = [sum(map(len, parts)) for parts in layouts]
    assert sizes == sorted(set(sizes)), "a seat more has a block more"


@EVERY_GAME
def test_only_some_options_change_the_layout(game: Game) -> None:
    for options in game.option_sets:
        other = dataclasses.replace(options, reward="win", start="first", skip_forced=True)
        assert game.layout(options) == game.layout(other)


@EVERY_OPTION_SET
def test_public_blocks_are_the_same_for_every_seat(game: Game, options: Any) -> None:
    env = make_env(game, options)
    layout = game.layout(options)
    places = layout.slices()
    public = [block.name for block in layout.blocks if block.public]
    for seed in range(scaled(30)):
        env.reset(seed=seed)
        for _ in walk(env, np.random.default_rng(seed)):
            flats = [layout.flat(env.observe(a)["observation"]) for a in env.possible_agents]
            for name in public:
                assert len({flat[places[name]].tobytes() for flat in flats}) == 1, name


@EVERY_OPTION_SET
def test_looking_changes_nothing(game: Game, options: Any) -> None:
    """Neither games nor rules: what fills an observation is compiled as if it wrote nowhere else."""
    batch = BatchEnv(game, 4, 3, **settings(options))
    for _ in range(scaled(600)):
        batch.step(batch.sample())
        before = batch.states.tobytes(), game.rules_bytes.tobytes()
        for seat in range(batch.num_players):
            batch.observe(seat)
        assert (batch.states.tobytes(), game.rules_bytes.tobytes()) == before


def blocks_used(batch: BatchEnv, steps: int) -> set[str]:
    """Return the names of the blocks of which some value changes in random games.

    An unused block counts as used if it is ever anything but 0.
    """
    size = batch.layout.size
    lows, highs = np.full(size, np.inf), np.full(size, -np.inf)
    for _ in range(steps):
        batch.step(batch.sample())
        parts = parts_of(batch.observation).values()
        flat = np.concatenate([part.reshape(batch.num_games, -1) for part in parts], axis=1)
        lows, highs = np.minimum(lows, flat.min(0)), np.maximum(highs, flat.max(0))
    places = batch.layout.slices().items()
    return {
        name
        for name, place in places
        if (lows[place] < highs[place]).any() or (name == UNUSED and highs[place].any())
    }


@EVERY_GAME
def test_every_block_is_used(game: Game) -> None:
    """Looked for in short games first: most blocks show up soon."""
    left = {name for options in game.option_sets for name in game.layout(options).slices()}
    left.discard(UNUSED)
    for steps in (min(game.longest_game, 300), game.longest_game):
        for options in game.option_sets:
            if left & set(game.layout(options).slices()):
                batch = BatchEnv(game, 256, seed=1, **settings(options))
                used = blocks_used(batch, steps)
                assert UNUSED not in used
                left -= used
    assert left == set(), "always the same"


@EVERY_OPTION_SET
def test_explain_names_every_value(game: Game, options: Any) -> None:
    env = make_env(game, options)
    layout = game.layout(options)
    env.reset(seed=2)
    for _ in walk(env, np.random.default_rng(2)):
        seen = env.observe(env.agent_selection)
        named = env.explain(seen)
        assert named == env.explain(seen["observation"])
        assert list(named) == [block.name for block in layout.blocks]
        values = [v.values() if isinstance(v, dict) else v for v in named.values()]
        flat = [number for block in values for number in block]
        assert flat == layout.flat(seen["observation"]).tolist()
    assert env.describe() == layout.describe()
    with pytest.raises(ValueError, match=f"{layout.size} values"):
        env.explain(np.zeros(3))


@EVERY_OPTION_SET
def test_arrays_are_the_parts_of_the_layout(game: Game, options: Any) -> None:
    env = make_env(game, options)
    layout = game.layout(options)
    env.reset(seed=1)
    parts = parts_of(env.observe("player_0")["observation"])
    assert [part.shape for part in parts.values()] == list(layout.parts.values())
    assert all(part.dtype == layout.dtype for part in parts.values())
    if len(layout.parts) > 1:
        assert list(parts) == list(layout.parts)


@EVERY_OPTION_SET
def test_actions_have_a_text(game: Game, options: Any) -> None:
    env = make_env(game, options)
    env.reset(seed=3)
    for _ in walk(env, np.random.default_rng(3)):
        legal = legal_actions(env)
        texts = [env.action_text(int(action)) for action in legal]
        assert all(texts)
        assert len(set(texts)) == len(texts), "two actions that read the same"
