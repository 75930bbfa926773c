"""Formulas of a game's rules: a small language of whole numbers and words that can be checked before anybody plays.

    10 * bid + max(tricks - bid, 0) if tricks >= bid else -10 * bid

It knows + - * // % (by a number that is written there), comparison, and or not, `a if b else c`, `in (…)`, min, max, abs,
tables (`avondale[call]`), `took('QS')` and `played('J')` for cards, and the names that it is given; nothing else.

Every number is that of the side that is scored: `their_tricks` is the sum of the other sides', `our_tricks` that of all who play
together, `across_tricks` the number of who sits opposite, `most_tricks` and `least_tricks` the most and the least of all sides.
A formula always comes to a value: dividing by a quantity is not possible, and what a table does not have is 0.
"""

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.errors import Unreadable
from scoring.packs import is_token

Value = int | str
Table = Mapping[Value, int]

LONGEST = 400
"""Letters of a formula; what needs more is to be given a name of its own."""

LARGEST = 1_000_000
"""No number of a game comes near it."""

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

ENDS = ("highest", "lowest")
"""The highest and the lowest trump that was played, beside cards."""

CARDS = ("took", "played", "turned")
"""What is asked of a card by its name: how many of it the side took, played itself, or turned up."""

_ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
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

    @property
    def names(self) -> frozenset[str]:
        """Everything that it asks for, of whichever side."""
        return frozenset(split(node.id)[1] for node in ast.walk(_tree(self.text)) if isinstance(node, ast.Name))

    def value(self, quantity: Callable[[str], Value], tables: Mapping[str, Table]) -> Value:
        """What it comes to; `quantity` gives each name's value."""
        return _value(_tree(self.text), quantity, tables)


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


def _value(node: ast.expr, quantity: Callable[[str], Value], tables: Mapping[str, Table]) -> Value:
    def number(part: ast.expr) -> int:
        return int(_value(part, quantity, tables))

    match node:
        case ast.Constant(value=value):
            return int(value) if isinstance(value, bool) else value  # type: ignore[return-value]  # checked when it was read
        case ast.Name(id=name):
            return quantity(name)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -number(part)
        case ast.UnaryOp(operand=part):
            return int(not number(part))
        case ast.BinOp(left=left, op=op, right=right):
            return _ARITHMETIC[type(op)](number(left), number(right))
        case ast.BoolOp(op=ast.And(), values=parts):
            return int(all(number(part) for part in parts))
        case ast.BoolOp(values=parts):
            return int(any(number(part) for part in parts))
        case ast.IfExp(test=test, body=body, orelse=other):
            return _value(body if number(test) else other, quantity, tables)
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(token))]):
            return quantity(f"{name} {token}")
        case ast.Call(func=ast.Name(id=name), args=parts):
            return FUNCTIONS[name](*map(number, parts))
        case ast.Subscript(value=ast.Name(id=name), slice=place):
            return tables[name].get(_value(place, quantity, tables), 0)
        case ast.Compare(left=left, ops=ops, comparators=others):
            pairs = zip(ops, [left, *others], others, strict=False)
            return int(all(_holds(op, _value(one, quantity, tables), other, quantity, tables) for op, one, other in pairs))
    raise AssertionError(f"a formula that was not checked: {ast.unparse(node)}")


def _items(node: ast.expr) -> list[ast.expr]:
    """What stands behind `in`: a list in brackets, or one thing."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _holds(op: ast.cmpop, one: Value, other: ast.expr, quantity: Callable[[str], Value], tables: Mapping[str, Table]) -> bool:
    if isinstance(op, ast.In | ast.NotIn):
        return (one in [_value(item, quantity, tables) for item in _items(other)]) == isinstance(op, ast.In)
    value = _value(other, quantity, tables)
    if isinstance(op, ast.Eq | ast.NotEq):
        return (one == value) == isinstance(op, ast.Eq)
    return _COMPARISON[type(op)](int(one), int(value))
