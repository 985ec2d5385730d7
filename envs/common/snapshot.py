"""The bytes of a game in progress: written by `GameEnv.get_state`, checked before anything changes.

Layout: 8 bytes of magic and format, the lengths of two parts, a SHA-256 of all that follows; then
JSON (game, hashes, options, pending rewards, flags, remaining agents, selection); then the record.
"""

import hashlib
import json
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from fiefdom.envs.common.game import layout_hash

if TYPE_CHECKING:
    from fiefdom.envs.common.aec import GameEnv

MAGIC = b"FIEFDOM1"
HEADER = struct.Struct("<8sII32s")


def identity(env: "GameEnv") -> dict[str, Any]:
    """Return what the bytes of a game must agree in with the environment that restores them."""
    if env._identity:  # the hash of the rules costs milliseconds
        return env._identity
    options = {name: getattr(env.options, name) for name in env.options.__dataclass_fields__}
    env._identity = {
        "game": env.game.name,
        "version": env.game.version,
        "layout": layout_hash(env.game, env.options),
        "rules": env.game.rules_hash,
        "options": options,
    }
    return env._identity


def pack(env: "GameEnv") -> bytes:
    """Return the state of an environment as bytes."""
    flags = {
        "seed": env.seed,
        "rewards": env.rewards,
        "pending": env._cumulative_rewards,
        "terminations": env.terminations,
        "truncations": env.truncations,
        "agents": env.agents,
        "selection": env.agent_selection,
        "skipped": env._skip_agent_selection,
        "ended": env._one.ended[0].tolist(),
    }
    text = json.dumps({**identity(env), **flags}).encode()
    record = env._one.states.tobytes()
    digest = hashlib.sha256(text + record).digest()
    return HEADER.pack(MAGIC, len(text), len(record), digest) + text + record


def unpack(env: "GameEnv", state: bytes) -> None:
    """Restore an environment; ValueError, and nothing changed, if the bytes do not fit it."""
    flags, record = read(state)
    for name, wanted in identity(env).items():
        found = flags.get(name)
        if found != wanted:
            raise ValueError(_difference(name, found, wanted))
    if len(record) != env._one.states.nbytes:
        raise ValueError(f"a state has {env._one.states.nbytes} bytes, not {len(record)}")
    env._one.states[0] = np.frombuffer(record, np.uint8)
    env._one.seeds[0] = flags["seed"]
    env._one.ended[0] = flags["ended"]
    env.rewards = flags["rewards"]
    env._cumulative_rewards = flags["pending"]
    env.terminations = flags["terminations"]
    env.truncations = flags["truncations"]
    env.agents = flags["agents"]
    env.infos = {agent: {} for agent in env.agents}
    env.agent_selection = flags["selection"]
    env._skip_agent_selection = flags["skipped"]


def read(state: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the JSON and the record of a state; ValueError if the bytes are damaged."""
    if not isinstance(state, bytes | bytearray | memoryview):
        raise TypeError(f"a state is bytes from get_state(), not {type(state).__name__}")
    state = bytes(state)
    if len(state) < HEADER.size or state[: len(MAGIC)] != MAGIC:
        raise ValueError("these bytes are not a state of fiefdom (get_state() makes them)")
    _, text_size, record_size, digest = HEADER.unpack_from(state)
    body = state[HEADER.size :]
    if len(body) != text_size + record_size:
        raise ValueError(
            f"the state is truncated or too long: {len(body)} bytes after its header, "
            f"not {text_size + record_size}"
        )
    if hashlib.sha256(body).digest() != digest:
        raise ValueError("the state is damaged: its checksum does not fit")
    flags: dict[str, Any] = json.loads(body[:text_size])
    return flags, body[text_size:]


def _difference(name: str, found: Any, wanted: Any) -> str:
    if name == "options" and isinstance(found, dict):
        changed = [
            f"{option}={found.get(option)!r} (here {wanted.get(option)!r})"
            for option in sorted({*found, *wanted})
            if found.get(option) != wanted.get(option)
        ]
        return f"the state was saved under other options: {', '.join(changed)}"
    return f"the state is of another {name}: {found!r}, not {wanted!r}"


def pickled(env: "GameEnv") -> tuple[Any, ...]:
    """Return what pickle needs to build the environment again."""
    from fiefdom.envs import load

    corrected = env.game.RULES is not load(env.game.name).RULES
    settings = {
        "checked": env.checked,
        "render_mode": env.render_mode,
        "render_seat": env.render_seat,
        "mask_in_info": env.mask_in_info,
        **{name: getattr(env.options, name) for name in env.options.__dataclass_fields__},
    }
    kept = {
        "state": pack(env) if env._has_reset else None,
        "spaces": (env._observation_spaces, env._action_spaces),
        "rules": env.game.RULES.tobytes() if corrected else None,
    }
    return rebuild, (env.game.name, settings, kept)


def rebuild(name: str, settings: dict[str, Any], kept: dict[str, Any]) -> "GameEnv":
    """Build a pickled environment again."""
    from fiefdom.envs import load
    from fiefdom.envs.common.aec import GameEnv

    game = load(name)
    if kept["rules"] is not None:
        game = game.with_rules(np.frombuffer(kept["rules"], game.RULES.dtype))
    env = GameEnv(game, **settings)
    env._observation_spaces, env._action_spaces = kept["spaces"]
    if kept["state"] is not None:
        env.set_state(kept["state"])
    return env
