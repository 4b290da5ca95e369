"""What a box is worth to players who follow other rules than the best, exactly: for tests and benches."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from door.games.microlink.computer import LEVELS, Choice
from door.games.shutbox.computer import WAYS, Number, Policy, best, worths
from door.games.shutbox.rules import MICROLINK, Variant, all_tiles, legal, tiles_of, total_of


def value(variant: Variant, policy: Policy = best, number: type = float, again: Number = 0) -> Number:
    """The expected score of one game from the first roll."""
    return worths(variant, policy, number, again)[-1]


def _descending(mask: int) -> tuple[int, ...]:
    return tuple(reversed(tiles_of(mask)))


def fewest(sets: Sequence[int], worths: Sequence[Number]) -> Number:
    """The policy that closes as few tiles as it can, and of those the set with the largest tile."""
    at = max(range(len(sets)), key=lambda n: (-sets[n].bit_count(), _descending(sets[n])))
    return worths[at]


def largest(sets: Sequence[int], worths: Sequence[Number]) -> Number:
    """The policy that closes the largest tile it can, then the next."""
    return worths[max(range(len(sets)), key=lambda n: _descending(sets[n]))]


def smallest(sets: Sequence[int], worths: Sequence[Number]) -> Number:
    """The policy that closes the smallest tile it can, then the next."""
    return worths[min(range(len(sets)), key=lambda n: tiles_of(sets[n]))]


def anyhow(sets: Sequence[int], worths: Sequence[Number]) -> Number:
    """The policy that picks any legal set, each as likely."""
    return sum(worths) / len(worths)


def chance_to_shut(variant: Variant) -> Fraction:
    """How often the box is shut by play for the most points; of equals, the set that shuts more often.

    Exact: the one tie among nine tiles' decisions would otherwise be broken by rounding.
    """
    ahead = worths(variant, best, Fraction)
    table = [Fraction(1)]
    for state in range(1, len(ahead)):
        so_far = Fraction(0)
        for total, ways in WAYS.items():
            left = [state & ~mask for mask in legal(state, total)]
            if left:
                so_far += ways * max((ahead[rest], table[rest]) for rest in left)[1]
        table.append(so_far / 36)
    return table[-1]


def value_with_free_turns(variant: Variant, rounds: int = 40) -> float:
    """What a paid turn is worth when each shut box gives one more game, played for the most."""
    worth = 0.0
    for _ in range(rounds):
        worth = float(value(variant, again=worth))
    return worth


def mean(name: str) -> Fraction:
    """A turn's expected points under that level's rule, exactly; KeyError for another name."""
    return expected(LEVELS[name])


def expected(choice: Choice) -> Fraction:
    """A turn's expected points under a fixed rule."""
    return _worths(choice, lambda shut: Fraction(total_of(shut)), Fraction(MICROLINK.shut_bonus))


def shut_chance(choice: Choice) -> Fraction:
    """How likely a fixed rule is to shut the box."""
    return _worths(choice, lambda shut: Fraction(0), Fraction(1))


def _worths(choice: Choice, gain: Callable[[int], Fraction], at_end: Fraction) -> Fraction:
    """Expectation of the gains on the way and `at_end` for a shut box, from all doors open."""
    table = [at_end]
    for doors in range(1, all_tiles(MICROLINK.tiles) + 1):
        so_far = Fraction(0)
        for total, ways in WAYS.items():
            if legal(doors, total):
                shut = choice(doors, total)
                so_far += ways * (gain(shut) + table[doors & ~shut])
        table.append(so_far / 36)
    return table[-1]
