"""A slow second implementation of King of the Dice, written from the rulebook alone.

Sections named here are those of the rulebook. Cards lie in Python lists, every score is
added up from the piles each time, and all luck is asked of a `Chance`, so that the fast engine
can be followed draw by draw.
"""

from collections.abc import Iterable
from typing import Literal, Protocol

from tests.envs.king_of_the_dice.oracle_cards import (
    ALL_CITIZENS,
    CITIZEN_BY_ID,
    COLUMNS,
    DICE,
    SCOUNDRELS,
    VILLAGE_STACK,
    Citizen,
    PileCard,
    Reading,
    Scoundrel,
    Village,
    coloured_roll,
)
from tests.envs.king_of_the_dice.oracle_scoring import (
    margins,
    minus_points,
    num_fairies,
    places,
    points,
    shows_elf,
    win_rewards,
)

Phase = Literal["keep", "choose", "hypno", "gift"]
CountMode = Literal["at_least", "exact"]
VillageMode = Literal["optional", "auto"]
ElfMode = Literal["next_turn", "top_card"]
Start = Literal[0, "first", "random"]
RewardMode = Literal["win", "margin", "score"]

# 7.1: the numbers of the actions.
STOP = 63
TAKE = 64
TAKE_ALONE = 69
DECLINE = 74
GIVE = 75

SLOTS = 5
TYPE_PAIRS = ((0, 1), (2, 3), (4, 5))


class Chance(Protocol):
    """Where the oracle gets its luck from."""

    def begin_roll(self) -> None:
        """Take up the dice: those asked for until the next call are rolled together."""

    def die(self, index: int) -> int:
        """Return the face from 1 to 6 that this die shows when it is rolled now."""

    def citizen(self) -> str:
        """Return the id of the next citizen turned over."""

    def penalty(self) -> int:
        """Return the minus points of the penalty card that becomes visible."""

    def starter(self, num_players: int) -> int:
        """Return the seat that begins."""


class Oracle:
    """One game of King of the Dice.

    Attributes:
        mover: Seat that decides, or that played last once the game is over.
        over: Whether the game has ended.
        phase: What is to be decided; meaningless once the game is over.
        row: Ids of the citizens under columns 0 to 4, None for a gap.
        villages: Values of the five village stacks, top first.
        top_penalty: Minus points of the visible penalty card, None when none is left.
        draw_pile: Ids of the citizens not yet turned over, in no particular order.
        discard: Ids of the discarded citizens, first one first.
        kingdoms: The pile of each seat, bottom card first.
        dice: The six faces, sorted within each type pair.
        rolls_left: Rolls not yet made this turn; those forfeited by stopping are kept in it.
        held_dragon: The dragon that has left the row and waits for its recipient.
    """

    def __init__(
        self,
        chance: Chance,
        num_players: int = 2,
        count_mode: CountMode = "at_least",
        orc_distinct: bool = True,
        village: VillageMode = "optional",
        elf_mode: ElfMode = "next_turn",
        start: Start = 0,
        skip_forced: bool = True,
    ) -> None:
        if not 2 <= num_players <= 5:
            raise ValueError("the game is for two to five players")
        self.chance = chance
        self.num_players = num_players
        self.reading = Reading(exact=count_mode == "exact", orc_distinct=orc_distinct)
        self.village_mode = village
        self.elf_mode = elf_mode
        self.skip_forced = skip_forced
        self._lay_out()
        self._begin(start)

    def _lay_out(self) -> None:
        """Put all cards where they lie before the first is turned over (section 2)."""
        self.draw_pile = [citizen.id for citizen in ALL_CITIZENS]
        self.row: list[str | None] = [None] * SLOTS
        self.villages = [list(VILLAGE_STACK) for _ in COLUMNS]
        self.hidden_penalties = list(SCOUNDRELS)
        self.top_penalty: int | None = None
        self.discard: list[str] = []
        self.kingdoms: list[list[PileCard]] = [[] for _ in range(self.num_players)]
        self.dice = [0] * len(DICE)
        self.held_dragon: Citizen | None = None
        self.over = False
        self.phase: Phase = "keep"
        self._elf_waits = [False] * self.num_players
        self._extra_turn = False
        self._hypno_slot = 0
        self._scores_before = [0] * self.num_players

    def _begin(self, start: Start) -> None:
        self.mover = 0
        if start == "random":
            self.mover = self.chance.starter(self.num_players)
            assert 0 <= self.mover < self.num_players
        for slot in range(SLOTS):
            self.row[slot] = self._draw_citizen()
        self._reveal_penalty()
        self._start_turn()
        self._play_forced()

    # What everybody can see.

    @property
    def unseen(self) -> set[str]:
        """Return the ids of the citizens in the draw pile."""
        return set(self.draw_pile)

    @property
    def penalties_left(self) -> list[int]:
        """Return the minus points of all penalty cards on the pile, smallest first."""
        visible = [] if self.top_penalty is None else [self.top_penalty]
        return sorted(self.hidden_penalties + visible)

    @property
    def elf_flags(self) -> list[bool]:
        """Return for each seat whether its next turn would have four rolls."""
        if self.elf_mode == "next_turn":
            return list(self._elf_waits)
        return [shows_elf(pile) for pile in self.kingdoms]

    @property
    def fairies(self) -> list[int]:
        """Return the number of fairies of each seat."""
        return [num_fairies(pile) for pile in self.kingdoms]

    def fulfilled(self) -> list[int]:
        """Return the slots whose card the six dice meet (T3)."""
        roll = coloured_roll(self.dice)
        return [
            slot
            for slot, card in enumerate(self.row)
            if card is not None and CITIZEN_BY_ID[card].meets(roll, self.reading)
        ]

    # Decisions.

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions (7.1), smallest first."""
        if self.over:
            return []
        if self.phase == "keep":
            return [mask for mask in range(STOP + 1) if self._is_canonical(mask)]
        if self.phase == "choose":
            return self._takes(self.fulfilled())
        if self.phase == "hypno":
            return [*self._takes([self._hypno_slot]), DECLINE]
        return [GIVE + away for away in range(self.num_players - 1)]

    def play(self, action: int) -> None:
        """Play an action, and after it whatever is forced.

        Raises:
            ValueError: If the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal in phase {self.phase}")
        self._scores_before = self.scores()
        self._play(action)
        self._play_forced()

    def _play_forced(self) -> None:
        while self.skip_forced and len(self.legal()) == 1:
            self._play(self.legal()[0])

    def _play(self, action: int) -> None:
        if self.phase == "keep":
            self._keep(action)
        elif self.phase == "choose":
            self._choose(action)
        elif self.phase == "hypno":
            self._take_second(action)
        else:
            self._give_dragon(action)

    def _is_canonical(self, mask: int) -> bool:
        """Say whether no second of two equal dice of a type is kept without the first (7.1)."""
        kept = [bool(mask >> die & 1) for die in range(len(DICE))]
        return not any(
            kept[second] and not kept[first] and self.dice[first] == self.dice[second]
            for first, second in TYPE_PAIRS
        )

    def _takes(self, slots: list[int]) -> list[int]:
        takes = [TAKE + slot for slot in slots]
        if self.village_mode == "optional":
            takes += [TAKE_ALONE + slot for slot in slots if self._village_matches(slot)]
        return takes

    def _village_matches(self, slot: int) -> bool:
        """Say whether the citizen brings a village: a card without a colour never does."""
        card = self.row[slot]
        assert card is not None
        return CITIZEN_BY_ID[card].colour == COLUMNS[slot] and len(self.villages[slot]) > 0

    # The turn, T0 to T9 of section 3.

    def _start_turn(self) -> None:
        """T0, and the first roll."""
        self.rolls_left = 4 if self.elf_flags[self.mover] else 3
        self._elf_waits[self.mover] = False
        self._extra_turn = False
        self._roll(range(len(DICE)))

    def _roll(self, which: Iterable[int]) -> None:
        """T1: roll these dice and sort each type pair, since its two dice are alike."""
        self.chance.begin_roll()
        for die in which:
            self.dice[die] = self.chance.die(die)
            assert 1 <= self.dice[die] <= 6
        for first, second in TYPE_PAIRS:
            self.dice[first], self.dice[second] = sorted((self.dice[first], self.dice[second]))
        self.rolls_left -= 1
        if self.rolls_left > 0:
            self.phase = "keep"
        else:
            self._resolve()

    def _keep(self, mask: int) -> None:
        """T2: roll the dice that are not kept; nothing set aside before is locked."""
        if mask == STOP:
            self._resolve()
        else:
            self._roll([die for die in range(len(DICE)) if not mask >> die & 1])

    def _resolve(self) -> None:
        """T3: a citizen if any card is met, and only otherwise a penalty."""
        if self.fulfilled():
            self.phase = "choose"
        else:
            self._take_penalty()

    def _take_penalty(self) -> None:
        """T4: take the top scoundrel and discard the rightmost citizen."""
        rightmost = self.row[-1]
        assert self.top_penalty is not None
        assert rightmost is not None
        self.kingdoms[self.mover].append(Scoundrel(self.top_penalty))
        self.top_penalty = None
        self.discard.append(rightmost)
        self.row[-1] = None
        if self.hidden_penalties:
            self._reveal_penalty()
            self._refill()
        else:
            self.over = True

    def _choose(self, action: int) -> None:
        """T5: take one of the citizens whose requirement is met."""
        slot = (action - TAKE) % SLOTS
        citizen = self._take_from_row(action)
        if citizen.effect == "hypno" and slot + 1 < SLOTS:
            self.phase = "hypno"
            self._hypno_slot = slot + 1
        else:
            self._settle(citizen)

    def _take_second(self, action: int) -> None:
        """T6: take or leave the citizen to the right of the hypnotist."""
        if action == DECLINE:
            self._end_turn()
        else:
            self._settle(self._take_from_row(action))

    def _take_from_row(self, action: int) -> Citizen:
        """Move a citizen, upon its village if that comes along, from the row to the pile."""
        slot = (action - TAKE) % SLOTS
        with_village = action < TAKE_ALONE and self._village_matches(slot)
        card = self.row[slot]
        assert card is not None
        self.row[slot] = None
        citizen = CITIZEN_BY_ID[card]
        pile = self.kingdoms[self.mover]
        if with_village:
            pile.append(Village(slot, self.villages[slot].pop(0)))
        if citizen.effect == "gift":
            self.held_dragon = citizen
        else:
            pile.append(citizen)
        return citizen

    def _settle(self, citizen: Citizen) -> None:
        """Apply the effect of the citizen just taken; fairies count in the pile."""
        if citizen.effect == "gift":
            self.phase = "gift"
            return
        if citizen.effect == "elf":
            self._elf_waits[self.mover] = True
        if citizen.effect == "extra":
            self._extra_turn = True
        self._end_turn()

    def _give_dragon(self, action: int) -> None:
        """T7: the dragon goes to a seat so many places clockwise."""
        assert self.held_dragon is not None
        recipient = (self.mover + 1 + action - GIVE) % self.num_players
        self.kingdoms[recipient].append(self.held_dragon)
        self.held_dragon = None
        self._end_turn()

    def _end_turn(self) -> None:
        """End the game if a village stack is used up (section 4), else fill the row."""
        if any(not stack for stack in self.villages):
            self.over = True
        else:
            self._refill()

    def _refill(self) -> None:
        """T8: push the row to the right and fill the gaps from the right one on."""
        cards = [card for card in self.row if card is not None]
        gaps = SLOTS - len(cards)
        self.row = [None] * gaps + cards
        for slot in reversed(range(gaps)):
            self.row[slot] = self._draw_citizen()
            if not self.draw_pile:
                self.over = True
                return
        self._next_turn()

    def _next_turn(self) -> None:
        """T9: an apprentice brings the same player another turn."""
        if not self._extra_turn:
            self.mover = (self.mover + 1) % self.num_players
        self._start_turn()

    def _draw_citizen(self) -> str:
        card = self.chance.citizen()
        assert card in self.draw_pile, f"{card} is not in the draw pile"
        self.draw_pile.remove(card)
        return card

    def _reveal_penalty(self) -> None:
        minus = self.chance.penalty()
        assert minus in self.hidden_penalties, f"no scoundrel of -{minus} is left"
        self.hidden_penalties.remove(minus)
        self.top_penalty = minus

    # Counting (section 4).

    def scores(self) -> list[int]:
        """Return the points of each seat as its pile counts now."""
        return [points(pile) for pile in self.kingdoms]

    def minus(self) -> list[int]:
        """Return the minus points of each seat on scoundrels and received dragons."""
        return [minus_points(pile) for pile in self.kingdoms]

    def ranks(self) -> list[int]:
        """Return the place of each seat: points, then fewest minus points, then shared."""
        return places(self.scores(), self.minus())

    def rewards(self, mode: RewardMode, scale: float = 1.0) -> list[float]:
        """Return what each seat gets for the last step; the scale is not for mode `win`."""
        if mode == "score":
            before, now = margins(self._scores_before), margins(self.scores())
            return [(new - old) / scale for new, old in zip(now, before, strict=True)]
        if not self.over:
            return [0.0] * self.num_players
        if mode == "margin":
            return [margin / scale for margin in margins(self.scores())]
        return win_rewards(self.ranks())
