"""SB3VecEnv over every game: equal to games played alone, learns, and hands out only copies."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.common.agents import Random
from fiefdom.envs.common.game import Game
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, scaled, settings
from tests.envs.walks import frozen, parts_of, same_view
from tests.wrappers.reference import Reference

pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from fiefdom.wrappers.sb3_vec import SB3VecEnv

N = 4
STEPS = scaled(600)


class Recorder(Random):
    """Plays randomly and counts how often it is asked, and for how many games."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def act(self, observation: Any, mask: Any, seats: Any, rows: Any) -> npt.NDArray[np.int64]:
        self.sizes.append(len(rows))
        return super().act(observation, mask, seats, rows)


def vec(game: Game, options: Any, num_envs: int = N, **more: Any) -> SB3VecEnv:
    return SB3VecEnv(game, num_envs, **more, **settings(options))


def choose(env: SB3VecEnv, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    return np.array([rng.choice(np.flatnonzero(row)) for row in env.action_masks()], np.int64)


def row_of(value: Any, row: int) -> Any:
    return {k: part[row] for k, part in value.items()} if isinstance(value, dict) else value[row]


class Followed:
    """Every row of a SB3VecEnv beside a game played alone, with its return and length."""

    def __init__(self, env: SB3VecEnv, options: Any) -> None:
        self.env = env
        game = env.games.batch.game
        self.alone = [Reference(game, options, Random()) for _ in range(N)]
        self.rewards: list[list[float]] = [[] for _ in range(N)]
        self.episodes = 0
        for row in range(N):
            self._deal(row)

    def _deal(self, row: int) -> None:
        self.rewards[row] = []
        seed, seat = int(self.env.games.batch.seeds[row]), int(self.env.games.seats[row])
        assert self.alone[row].reset(seed, seat)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play the actions in both and compare each row."""
        shown, rewards, dones, infos = self.env.step(actions)
        assert rewards.dtype == np.float32
        assert dones.dtype == np.bool_
        for row, reference in enumerate(self.alone):
            seen = reference.step(int(actions[row]))
            self.rewards[row].append(seen.reward)
            assert rewards[row] == pytest.approx(seen.reward, rel=1e-6)
            assert dones[row] == (seen.terminated or seen.truncated)
            if dones[row]:
                self._compare_end(row, seen, infos[row])
            else:
                assert infos[row] == {}
            assert same_view(row_of(shown, row), self.alone[row].look().observation)
            mask = self.alone[row].look().mask.astype(bool)
            assert self.env.action_masks()[row].tolist() == mask.tolist()

    def _compare_end(self, row: int, seen: Any, info: dict[str, Any]) -> None:
        self.episodes += 1
        assert set(info) == {"terminal_observation", "TimeLimit.truncated", "episode"}
        assert same_view(info["terminal_observation"], seen.observation)
        assert info["TimeLimit.truncated"] is seen.truncated
        assert info["episode"]["r"] == pytest.approx(sum(self.rewards[row]))
        assert info["episode"]["l"] == len(self.rewards[row])
        assert info["episode"]["t"] >= 0
        self._deal(row)


@EVERY_OPTION_SET
def test_equals_games_played_alone(game: Game, options: Any) -> None:
    env = vec(game, options, seed=3)
    shown = env.reset()
    followed = Followed(env, options)
    for row in range(N):
        assert same_view(row_of(shown, row), followed.alone[row].look().observation)
    rng = np.random.default_rng(3)
    for step in range(game.longest_game * 2):
        if step >= STEPS and followed.episodes > N:
            break
        followed.step(choose(env, rng))
    assert followed.episodes > N


@EVERY_OPTION_SET
def test_seeds(game: Game, options: Any) -> None:
    one, other = vec(game, options, seed=1), vec(game, options, seed=1)
    assert same_view(parts_of(one.reset()), parts_of(other.reset()))
    other.reset()
    for env in (one, other):
        env.seed(70)
    assert same_view(parts_of(one.reset()), parts_of(other.reset()))
    states = one.games.batch.states.tobytes()
    assert other.games.batch.states.tobytes() == states
    fixed = vec(game, options, learner_seat=0)
    fixed.seed(70)
    fixed.reset()
    if options.start == "first":
        assert fixed.games.batch.seeds.tolist() == [70, 71, 72, 73]
    one.reset()
    assert one.games.batch.states.tobytes() != states, "seeds hold for one reset"


@EVERY_OPTION_SET
def test_what_is_handed_out_is_never_overwritten(game: Game, options: Any) -> None:
    env = vec(game, options, seed=5)
    rng = np.random.default_rng(5)
    held: list[Any] = [env.reset()]
    copies = [frozen(held[0])]
    for _ in range(STEPS // 2):
        held += [env.step(choose(env, rng)), env.action_masks()]
        copies += [frozen(held[-2]), frozen(held[-1])]
    assert [frozen(given) for given in held] == copies


@EVERY_OPTION_SET
def test_spoiling_what_was_handed_out_changes_nothing(game: Game, options: Any) -> None:
    env, twin = vec(game, options, seed=6), vec(game, options, seed=6)
    rng = np.random.default_rng(6)
    shown, again = env.reset(), twin.reset()
    for _ in range(STEPS // 4):
        actions = choose(env, rng)
        for part in (*parts_of(shown).values(), env.action_masks()):
            part[...] = 1
        shown, rewards, *_ = env.step(actions)
        again, rewards_2, *_ = twin.step(actions)
        assert same_view(parts_of(shown), parts_of(again))
        assert rewards.tolist() == rewards_2.tolist()
        rewards[:] = 9


@EVERY_OPTION_SET
def test_all_seats_are_used(game: Game, options: Any) -> None:
    env = vec(game, options, 64, seed=7)
    assert set(env.games.seats.tolist()) == set(range(options.num_players))


@EVERY_OPTION_SET
def test_opponents_are_asked_in_one_call(game: Game, options: Any) -> None:
    recorder = Recorder()
    env = vec(game, options, 64, opponents=recorder, seed=8)
    env.reset()
    rng = np.random.default_rng(8)
    for _ in range(STEPS // 10):
        recorder.sizes.clear()
        env.step(choose(env, rng))
        assert recorder.sizes == sorted(recorder.sizes, reverse=True), "one call a round"
    if options.num_players > 1:
        assert recorder.sizes[0] > 8


@EVERY_GAME
def test_illegal_actions_move_no_game(game: Game) -> None:
    env = SB3VecEnv(game, N)
    env.reset()
    good = choose(env, np.random.default_rng(1))
    for wrong in (-1, env.games.batch.num_actions):
        before = env.games.batch.states.tobytes()
        with pytest.raises(ValueError, match=f"row 2: action {wrong} is illegal; some legal"):
            env.step(np.where(np.arange(N) == 2, wrong, good))
        assert env.games.batch.states.tobytes() == before
    env.step(good)


@EVERY_GAME
def test_vec_env_interface(game: Game) -> None:
    env = SB3VecEnv(game, N)
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such")
    assert env.get_attr("render_mode", [0, 1]) == [None, None]
    masks = env.env_method("action_masks")
    assert np.stack(masks).shape == (N, env.games.batch.num_actions)
    assert env.env_method("action_masks", indices=[1]).shape[0] == 1
    assert env.env_is_wrapped(object) == [False] * N
    for call in (env.get_attr, env.env_method, lambda name: env.set_attr(name, 1)):
        with pytest.raises(AttributeError, match="no_such"):
            call("no_such")
    assert list(env.get_images()) == [None] * N
    env.close()


@EVERY_OPTION_SET
def test_maskable_ppo_learns_on_it(game: Game, options: Any) -> None:
    env = vec(game, options, seed=9)
    policy = "MlpPolicy" if len(env.games.batch.layout.parts) == 1 else "MultiInputPolicy"
    network = {"net_arch": [8]}
    model = sb3_contrib.MaskablePPO(
        policy, env, n_steps=32, batch_size=64, n_epochs=1, policy_kwargs=network, seed=1
    )
    model.learn(300)
    assert model.num_timesteps >= 300
    assert len(model.ep_info_buffer) > 0
    shown = env.reset()
    for _ in range(20):
        masks = env.action_masks()
        actions, _ = model.predict(shown, action_masks=masks)
        assert masks[np.arange(N), actions].all()
        shown, *_ = env.step(actions)
