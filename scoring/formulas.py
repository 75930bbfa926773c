"""Formulas of a game's rules: a small language of whole numbers and words that can be checked before anybody plays.

    10 * bid + max(tricks - bid, 0) if tricks >= bid else -10 * bid

It knows + - * // % (by a number that is written there), comparison, and or not, `a if b else c`, `in (…)`, min, max, abs,
tables (`avondale[call]`), `took('QS')` and `played('J')` for cards, and the names that it is given; nothing else.

Every number is that of the side that is scored: `their_tricks` is the sum of the other sides', `our_tricks` that of all who play
together, `across_tricks` the number of who sits opposite, `most_tricks` and `least_tricks` the most and the least of all sides.
A formula always comes to a value: dividing by a quantity is not possible, and what a table does not have is 0.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scoring.errors import Unreadable
from scoring.packs import is_token

Value = int | str
Table = Mapping[Value, int]
Ask = Callable[[str], Value]
Evaluate = Callable[[Ask, Mapping[str, Table]], Value]

LONGEST = 400
"""Letters of a formula; what needs more is to be given a name of its own."""

LARGEST = 1_000_000
"""No number of a game comes near it."""

LIMIT = 10**12
"""Nothing that is multiplied goes beyond it, so that no rules of a house can fill the memory."""

FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max, "abs": abs}

WHOSE: dict[str, Callable[[Sequence[int], int, Collection[int]], int]] = {
    "their": lambda numbers, side, _: sum(numbers) - numbers[side],
    "our": lambda numbers, _, team: sum(numbers[side] for side in team),
    "across": lambda numbers, side, _: numbers[(side + len(numbers) // 2) % len(numbers)],
    "most": lambda numbers, *_: max(numbers),
    "least": lambda numbers, *_: min(numbers),
}
"""What stands before the name of a number where it is not this side's: out of the numbers of all sides, which side asks, and
which sides play together with it."""

ENDS = ("highest", "lowest", "called")
"""The highest and the lowest trump that was played, and the card whose holder is the partner, beside cards."""

CARDS = ("took", "ended", "played", "left", "turned")
"""What is asked of a card by its name: how many of it the side took, took in the last trick, or played itself, how many were left
in the kitty, and how many it turned up."""

_ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: max(-LIMIT, min(LIMIT, a * b)),
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}
_COMPARISON: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}


@dataclass(frozen=True)
class Formula:
    """A formula that has been checked."""

    text: str

    @cached_property
    def names(self) -> frozenset[str]:
        """Everything that it asks for, of whichever side."""
        return frozenset(split(node.id)[1] for node in ast.walk(_tree(self.text)) if isinstance(node, ast.Name))

    @cached_property
    def cards(self) -> frozenset[tuple[str, str]]:
        """What it asks of which cards: the function and the card's token."""
        calls = (node for node in ast.walk(_tree(self.text)) if isinstance(node, ast.Call))
        return frozenset(
            (split(name)[1], token)
            for node in calls
            for name, token in [(ast.unparse(node.func), node.args[0].value if isinstance(node.args[0], ast.Constant) else None)]
            if isinstance(token, str)
        )

    @cached_property
    def compared(self) -> frozenset[tuple[str, str]]:
        """Which words each name is compared with."""
        found = set[tuple[str, str]]()
        for node in ast.walk(_tree(self.text)):
            if isinstance(node, ast.Compare):
                parts = [item for part in (node.left, *node.comparators) for item in _items(part)]
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                words = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
                found |= {(name, word) for name in names for word in words}
        return frozenset(found)

    @cached_property
    def results(self) -> frozenset[str]:
        """The words that it may come to, as far as they stand in it."""
        return frozenset(_results(_tree(self.text)))

    def value(self, quantity: Ask, tables: Mapping[str, Table]) -> Value:
        """What it comes to; `quantity` gives each name's value."""
        return _compiled(self.text)(quantity, tables)


def read_formula(text: str, kinds: Mapping[str, type], tables: Mapping[str, Table]) -> Formula:
    """The formula, checked; `kinds` has every name with int or str. Raises `Unreadable` with what is expected."""
    if len(text) > LONGEST:
        raise Unreadable(f"a formula of {len(text)} letters: expected {LONGEST} at most; give its parts names under [define]")
    try:
        tree = _tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Unreadable(
            f"{text[:40]!r} is no formula: expected such as '10 * bid' or 'tricks - 6 if tricks > 6 else 0' "
            "(== compares, an if has its else, brackets are closed)"
        ) from None
    _Check(kinds, tables).kind(tree)
    return Formula(text)


def kind_named(name: str, kinds: Mapping[str, type]) -> type | None:
    """Whether the name, of this side or of others, is a number or a word; None for what nobody knows."""
    _, plain = split(name)
    kind = kinds.get(name) or kinds.get(plain)
    return kind if name in kinds or kind is int else None


def known_in(kinds: Mapping[str, type], tables: Mapping[str, Table]) -> str:
    """What may be named, as a list for who writes rules."""
    return f"{', '.join(sorted((*kinds, *tables)))}, and with {', '.join(f'{whose}_' for whose in WHOSE)} before a number"


@lru_cache(maxsize=4096)
def split(name: str) -> tuple[str, str]:
    """Whose number is meant, and which.

    >>> split("their_tricks"), split("tricks")
    (('their', 'tricks'), ('', 'tricks'))
    """
    whose, _, plain = name.partition("_")
    return (whose, plain) if whose in WHOSE and plain else ("", name)


def kind_of(formula: Formula, kinds: Mapping[str, type], tables: Mapping[str, Table]) -> type:
    """Whether it comes to a number or a word."""
    return _Check(kinds, tables).kind(_tree(formula.text))


@lru_cache(maxsize=4096)
def _tree(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _results(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _results(node.body)
        yield from _results(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


@dataclass(frozen=True)
class _Check:
    """Says of each part whether it is a number or a word; raises `Unreadable` where it is neither."""

    kinds: Mapping[str, type]
    tables: Mapping[str, Table]

    def kind(self, node: ast.expr) -> type:
        match node:
            case ast.Constant(value=bool()) | ast.Constant(value=str()):
                return int if isinstance(node.value, bool) else str
            case ast.Constant(value=int(number)) if abs(number) <= LARGEST:
                return int
            case ast.Name():
                return self._named(node.id)
            case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=part):
                return self._number(part)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                is_dividing = isinstance(op, ast.FloorDiv | ast.Mod)
                if is_dividing and not (isinstance(right, ast.Constant) and isinstance(right.value, int) and right.value > 0):
                    raise Unreadable(f"{ast.unparse(node)!r} divides by {ast.unparse(right)}: expected a number from 1")
                self._number(left)
                return self._number(right)
            case ast.BoolOp(values=parts):
                return self._all_numbers(parts)
            case ast.IfExp(test=test, body=body, orelse=other):
                self._number(test)
                return self._alike(body, other)
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared(left, ops, others)
            case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in FUNCTIONS and parts:
                if (name == "abs") != (len(parts) == 1):
                    raise Unreadable(
                        f"{name} of {len(parts)}: expected {'one number' if name == 'abs' else 'two numbers or more'}"
                    )
                return self._all_numbers(parts)
            case ast.Subscript(value=ast.Name(id=name), slice=place):
                return self._looked_up(name, place)
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(token))], keywords=[]) if split(name)[1] in CARDS:
                if not is_token(token) and token not in ENDS:
                    raise Unreadable(f"{name}({token!r}): expected a card such as QS, a trump such as J, or {' or '.join(ENDS)}")
                return int
        hint = ": divide with //" if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else ""
        raise Unreadable(f"{ast.unparse(node)[:40]!r} is nothing that a formula can say{hint}")

    def _named(self, name: str) -> type:
        if kind := kind_named(name, self.kinds):
            return kind
        if name in self.tables:
            raise Unreadable(f"{name} is a table: expected such as {name}[bid]")
        raise Unreadable(f"nothing is called {name!r}; known: {known_in(self.kinds, self.tables)}")

    def _number(self, node: ast.expr) -> type:
        if self.kind(node) is not int:
            raise Unreadable(f"{ast.unparse(node)} is a word: expected a number")
        return int

    def _all_numbers(self, parts: list[ast.expr]) -> type:
        for part in parts:
            self._number(part)
        return int

    def _alike(self, one: ast.expr, other: ast.expr) -> type:
        kind = self.kind(one)
        if self.kind(other) is not kind:
            raise Unreadable(f"{ast.unparse(one)} and {ast.unparse(other)}: expected two numbers or two words")
        return kind

    def _compared(self, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> type:
        for op, one, other in zip(ops, [left, *others], others, strict=False):
            if isinstance(op, ast.In | ast.NotIn):
                for item in _items(other):
                    self._alike(one, item)
            elif isinstance(op, ast.Eq | ast.NotEq):
                self._alike(one, other)
            elif type(op) in _COMPARISON:
                self._number(one)
                self._number(other)
            else:
                raise Unreadable(f"{ast.unparse(one)} cannot be compared so: expected ==, <, in (…) or the like")
        return int

    def _looked_up(self, name: str, place: ast.expr) -> type:
        if name not in self.tables:
            raise Unreadable(f"no table is called {name!r}; known: {', '.join(sorted(self.tables)) or 'none'}")
        keys = {type(key) for key in self.tables[name]}
        if self.kind(place) not in keys:
            raise Unreadable(f"{name}[{ast.unparse(place)}]: expected a {'word' if str in keys else 'number'}")
        return int


@lru_cache(maxsize=4096)
def _compiled(text: str) -> Evaluate:
    return _evaluate(_tree(text))


def _evaluate(node: ast.expr) -> Evaluate:
    """The node as a function, so that a formula is taken apart once and not for every hand."""
    match node:
        case ast.Constant(value=value):
            constant: Value = int(value) if isinstance(value, bool) else value  # type: ignore[assignment]  # checked when it was read
            return lambda _ask, _tables: constant
        case ast.Name(id=name):
            return lambda ask, _tables: ask(name)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            negated = _number(part)
            return lambda ask, tables: -negated(ask, tables)
        case ast.UnaryOp(operand=part):
            denied = _number(part)
            return lambda ask, tables: int(not denied(ask, tables))
        case ast.BinOp(left=left, op=op, right=right):
            work, one, other = _ARITHMETIC[type(op)], _number(left), _number(right)
            return lambda ask, tables: work(one(ask, tables), other(ask, tables))
        case ast.BoolOp(op=op, values=parts):
            holds, numbers = (all if isinstance(op, ast.And) else any), [_number(part) for part in parts]
            return lambda ask, tables: int(holds(number(ask, tables) for number in numbers))
        case ast.IfExp(test=test, body=body, orelse=other):
            asked, yes, no = _number(test), _evaluate(body), _evaluate(other)
            return lambda ask, tables: (yes if asked(ask, tables) else no)(ask, tables)
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(token))]):
            return lambda ask, _tables: ask(f"{name} {token}")
        case ast.Call(func=ast.Name(id=name), args=parts):
            function, arguments = FUNCTIONS[name], [_number(part) for part in parts]
            return lambda ask, tables: function(*(argument(ask, tables) for argument in arguments))
        case ast.Subscript(value=ast.Name(id=name), slice=place):
            key = _evaluate(place)
            return lambda ask, tables: tables[name].get(key(ask, tables), 0)
        case ast.Compare(left=left, ops=ops, comparators=others):
            firsts = [_evaluate(part) for part in (left, *others[:-1])]
            steps = [(first, _comparison(op, other)) for op, first, other in zip(ops, firsts, others, strict=True)]
            return lambda ask, tables: int(all(holds(first(ask, tables), ask, tables) for first, holds in steps))
    raise AssertionError(f"a formula that was not checked: {ast.unparse(node)}")


def _number(node: ast.expr) -> Callable[[Ask, Mapping[str, Table]], int]:
    """The node as a function that gives a number, as it was checked to."""
    return _evaluate(node)  # type: ignore[return-value]  # checked when it was read


def _items(node: ast.expr) -> list[ast.expr]:
    """What stands behind `in`: a list in brackets, or one thing."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _comparison(op: ast.cmpop, other: ast.expr) -> Callable[[Value, Ask, Mapping[str, Table]], bool]:
    """Whether a value stands so to what is on the other side."""
    if isinstance(op, ast.In | ast.NotIn):
        items, is_in = [_evaluate(item) for item in _items(other)], isinstance(op, ast.In)
        return lambda value, ask, tables: (value in [item(ask, tables) for item in items]) == is_in
    right = _evaluate(other)
    if isinstance(op, ast.Eq | ast.NotEq):
        is_equal = isinstance(op, ast.Eq)
        return lambda value, ask, tables: (value == right(ask, tables)) == is_equal
    compares = _COMPARISON[type(op)]
    return lambda value, ask, tables: compares(int(value), int(right(ask, tables)))
