"""A slow second implementation of Rise to Nobility with the Chancery, from the rulebook alone.

Numbers in brackets are sections of the rulebook. Cards lie in Python lists, what can be counted
is counted each time, and all luck is asked of a `Chance`, so that the fast engine can be followed
draw by draw. The chapters are classes that build on each other: `oracle_state`, `oracle_decks`,
`oracle_rewards`, `oracle_places`, `oracle_chancery`, `oracle_choices`, `oracle_rounds`.
"""

from collections.abc import Callable
from typing import Any

from tests.envs.rise_to_nobility.oracle_chancery import slot_of
from tests.envs.rise_to_nobility.oracle_decks import Chance
from tests.envs.rise_to_nobility.oracle_rounds import Rounds
from tests.envs.rise_to_nobility.oracle_rules import GUILDS, Rules, load_rules
from tests.envs.rise_to_nobility.oracle_scoring import final_score, is_met, places
from tests.envs.rise_to_nobility.oracle_state import Decision, Options

LOWEST_DIE = 1
HIGHEST_DIE = 6


class Oracle(Rounds):
    """One game of Rise to Nobility; its options are those of `Options`."""

    def __init__(
        self, chance: Chance, *, rules: dict[str, Any] | None = None, **options: Any
    ) -> None:
        tables = load_rules() if rules is None else rules
        super().__init__(chance, Options(**options), Rules(tables))
        self._set_up()
        self._go_on()

    # Decisions.

    def legal(self) -> set[Decision]:
        """Return the options of the mover."""
        if self.over:
            return set()
        if self.pending:
            return self._choice_options(self.pending[-1])
        return self._turn_options()

    def play(self, decision: Decision) -> None:
        """Play a decision, and after it whatever is forced.

        Raises:
            ValueError: If the decision is not legal.
        """
        if decision not in self.legal():
            raise ValueError(f"{decision} is not legal in phase {self.phase}")
        self._play(decision)
        self._go_on()

    def _play(self, decision: Decision) -> None:
        self._last_mover = self.mover
        if self.pending:
            self._answer(self.pending[-1], decision)
        else:
            self._act(*decision)

    def _go_on(self) -> None:
        """Do what asks for no decision, and play the forced ones."""
        while not self.over:
            if self._is_between_stages():
                self._next_stage()
            elif self.options.skip_forced and len(self.legal()) == 1:
                self._play(*self.legal())
            else:
                return

    def _is_between_stages(self) -> bool:
        return not self.pending and (self.stage != "turns" or all(self.passed))

    def _next_stage(self) -> None:
        if self.stage == "setup":
            self._end_setup()
            self._start_round()
        elif self.stage == "event":
            self._roll_dice()
        else:
            self._end_round()

    def _end_round(self) -> None:
        self._pay_income()
        self._keep_up()
        if self.round == self.last_round:
            self.over = True
        else:
            self.first_player = self.clockwise(self.first_player)[1 % len(self.seats)]
            self._start_round()

    # The turn (7.1).

    def _turn_options(self) -> set[Decision]:
        seat = self.turn_seat
        options = self._complete_options()
        if self.character[seat] is not None and not self.character_used[seat]:
            options.add(("character",))
        if self.has_placed or self.has_completed:
            options.add(("end_turn",))
        if self.has_placed:
            return options
        options.add(("pass",))
        return options | self._modify_options() | self._recall_options() | self._place_options()

    def _complete_options(self) -> set[Decision]:
        """Return the held Settlers cards that the player can complete (5.9)."""
        seat = self.turn_seat
        if self.has_completed or len(self.completed[seat]) >= self.houses[seat]:
            return set()
        return {
            ("complete", index)
            for index, card in enumerate(self.held[seat])
            if self._has_goods(seat, self.rules.settlers[card].need)
        }

    def _modify_options(self) -> set[Decision]:
        if self.modifiers[self.turn_seat] == 0:
            return set()
        return {
            ("modify", value, step)
            for value in self.dice[self.turn_seat]
            for step in (1, -1)
            if LOWEST_DIE <= value + step <= HIGHEST_DIE
        }

    def _recall_options(self) -> set[Decision]:
        if self.has_recalled:
            return set()
        own = self.guild_apprentices[self.turn_seat]
        return {("recall", guild) for guild in GUILDS if own[guild] > 0}

    def _place_options(self) -> set[Decision]:
        """Return the placements of the dice that the Reputation allows (section 4)."""
        seat = self.turn_seat
        options: set[Decision] = set()
        for value in set(self.dice[seat]):
            if self.used_sum[seat] + value <= self.rep[seat]:
                options |= self._board_options(value)
                options |= self._desk_options(value) | self._tile_options(value)
        return options

    def _act(self, verb: str, *rest: Any) -> None:
        seat = self.turn_seat
        match verb:
            case "pass":
                self.passed[seat] = True
                self._next_turn()
            case "end_turn":
                self._next_turn()
            case "character":
                self._use_character()
            case "modify":
                self._modify(*rest)
            case "recall":
                self._recall(*rest)
            case "complete":
                self._complete(*rest)
            case "desk":
                self._pay_die(slot_of(*rest))
                self._use_desk(*rest)
            case _:
                self._pay_die(rest[-1])
                self._use_place(verb, *rest)

    def _pay_die(self, value: int) -> None:
        self.dice[self.turn_seat].remove(value)
        self.used_sum[self.turn_seat] += value
        self.has_placed = True

    def _use_place(self, place: str, *rest: Any) -> None:
        effects: dict[str, Callable[..., None]] = {
            "guild": self._use_guild,
            "ship": self._use_ship,
            "castle": self._use_castle,
            "berk": self._use_berk,
            "tavern": self._use_tavern,
            "yard": self._use_yard,
            "hall": self._use_hall,
            "council": self._use_council,
            "tile": self._use_tile,
        }
        effects[place](*rest)

    def _use_character(self) -> None:
        character = self.character[self.turn_seat]
        assert character is not None
        self.character_used[self.turn_seat] = True
        self._gain_reward(self.turn_seat, self.rules.characters[character].reward)

    def _modify(self, value: int, step: int) -> None:
        seat = self.turn_seat
        self.dice[seat].remove(value)
        self.dice[seat] = sorted([*self.dice[seat], value + step])
        self.modifiers[seat] -= 1
        self.modifiers_left += 1

    def _recall(self, guild: int) -> None:
        self.guild_apprentices[self.turn_seat][guild] -= 1
        self.lot[self.turn_seat] += 1
        self.has_recalled = True

    def _complete(self, index: int) -> None:
        """Pay, and take Workers, VP and reward (5.9)."""
        seat = self.turn_seat
        name = self.held[seat].pop(index)
        card = self.rules.settlers[name]
        self._pay_goods(seat, card.need)
        self.completed[seat].append(name)
        self.has_completed = True
        self._gain_workers(seat, card.workers)
        self.vp[seat] += card.vp + self.from_event("card_vp")
        self._gain_reward(seat, card.reward)

    def _next_turn(self) -> None:
        """Give the turn to the next seat clockwise that has not passed, if there is one."""
        self._start_turn()
        seats = self.clockwise(self.turn_seat)
        for seat in [*seats[1:], self.turn_seat]:
            if not self.passed[seat]:
                self.turn_seat = seat
                return

    # The end.

    def final_scores(self) -> list[int]:
        """Return the score of each seat if the game ended now (1.2)."""
        return [final_score(self, seat) for seat in self.seats]

    def ranks(self) -> list[int]:
        """Return the place of each seat if the game ended now, from 1."""
        return places(self)

    def objectives_met(self) -> list[bool]:
        """Return for each solo objective whether it is met now (8.9)."""
        return [is_met(self, 0, self.rules.objectives[name]) for name in self.objectives]
