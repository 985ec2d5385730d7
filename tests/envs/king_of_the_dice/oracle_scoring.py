"""What a kingdom pile of King of the Dice is worth to the oracle (sections 4 and 6)."""

from collections.abc import Sequence

from tests.envs.king_of_the_dice.oracle_cards import Citizen, PileCard, Scoundrel, Village

Pile = Sequence[PileCard]


def citizens_of(pile: Pile) -> list[Citizen]:
    """Return the citizens of a pile, bottom card first."""
    return [card for card in pile if isinstance(card, Citizen)]


def num_fairies(pile: Pile) -> int:
    """Return the number of fairies in a pile."""
    return [citizen.effect for citizen in citizens_of(pile)].count("fairy")


def shows_elf(pile: Pile) -> bool:
    """Say whether the last citizen is an elf: option `top_card` of section 6.

    A received dragon is a citizen and covers an elf; villages and scoundrels do not.
    """
    citizens = citizens_of(pile)
    return bool(citizens) and citizens[-1].effect == "elf"


def points(pile: Pile) -> int:
    """Return the score of a pile; each fairy counts as many points as there are fairies."""
    printed = sum(citizen.points for citizen in citizens_of(pile))
    villages = sum(card.value for card in pile if isinstance(card, Village))
    scoundrels = sum(card.minus for card in pile if isinstance(card, Scoundrel))
    return printed + villages + num_fairies(pile) ** 2 - scoundrels


def minus_points(pile: Pile) -> int:
    """Return the minus points on the scoundrels and dragons of a pile."""
    scoundrels = sum(card.minus for card in pile if isinstance(card, Scoundrel))
    dragons = sum(-citizen.points for citizen in citizens_of(pile) if citizen.points < 0)
    return scoundrels + dragons


def places(scores: Sequence[int], minus: Sequence[int]) -> list[int]:
    """Return the place of each seat; seats with equal points and minus points share one."""
    standings = [(score, -lost) for score, lost in zip(scores, minus, strict=True)]
    return [1 + sum(other > own for other in standings) for own in standings]


def margins(scores: Sequence[int]) -> list[float]:
    """Return how far each seat is above the mean of the other seats."""
    others = len(scores) - 1
    return [own - (sum(scores) - own) / others for own in scores]


def win_rewards(ranks: Sequence[int]) -> list[float]:
    """Return the prize of each seat at the end: winners share it, and the sum is 0."""
    others = len(ranks) - 1
    prize = (len(ranks) / ranks.count(1) - 1) / others
    return [prize if place == 1 else -1 / others for place in ranks]
