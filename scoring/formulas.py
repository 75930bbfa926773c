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
from functools import lru_cache

from scoring.errors import Unreadable, alike_first
from scoring.packs import is_token
from scoring.values import kept

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

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True)
class Formula:
    """A formula that has been checked."""

    text: str

    @kept
    def names(self) -> frozenset[str]:
        """Everything that it asks for, of whichever side."""
        return frozenset(split(node.id)[1] for node in ast.walk(_tree(self.text)) if isinstance(node, ast.Name))

    @kept
    def cards(self) -> frozenset[tuple[str, str]]:
        """What it asks of which cards: the function and the card's token."""
        calls = (node for node in ast.walk(_tree(self.text)) if isinstance(node, ast.Call))
        return frozenset(
            (split(name)[1], token)
            for node in calls
            for name, token in [(ast.unparse(node.func), node.args[0].value if isinstance(node.args[0], ast.Constant) else None)]
            if isinstance(token, str)
        )

    @kept
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

    @kept
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


def known_in(kinds: Mapping[str, type], tables: Mapping[str, Table], asked: str) -> str:
    """What may be named, as a list for who writes rules and named something else."""
    return f"{alike_first((*kinds, *tables), asked)}, and with {', '.join(f'{whose}_' for whose in WHOSE)} before a number"


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


def _hint(node: ast.expr) -> str:
    """What may have been meant."""
    match node:
        case ast.BinOp(op=ast.Div()):
            return ": divide with //"
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=card)]) if split(name)[1] in CARDS:
            return f": a card stands in single quotes, {name}('{card}')"
        case ast.Call(func=ast.Name(id=name)):
            return f"; known: {alike_first((*CARDS, *FUNCTIONS), name)}"
    return ""


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
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _ARITHMETIC):
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
        raise Unreadable(f"{ast.unparse(node)[:40]!r} is nothing that a formula can say{_hint(node)}")

    def _named(self, name: str) -> type:
        if kind := kind_named(name, self.kinds):
            return kind
        if name in self.tables:
            raise Unreadable(f"{name} is a table: expected such as {name}[bid]")
        raise Unreadable(f"nothing is called {name!r}; known: {known_in(self.kinds, self.tables, name)}")

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
            elif isinstance(op, _ORDER):
                self._number(one)
                self._number(other)
            else:
                raise Unreadable(f"{ast.unparse(one)} cannot be compared so: expected ==, <, in (…) or the like")
        return int

    def _looked_up(self, name: str, place: ast.expr) -> type:
        if name not in self.tables:
            raise Unreadable(f"no table is called {name!r}; known: {alike_first(self.tables, name) or 'none'}")
        keys = {type(key) for key in self.tables[name]}
        if self.kind(place) not in keys:
            raise Unreadable(f"{name}[{ast.unparse(place)}]: expected a {'word' if str in keys else 'number'}")
        return int


def _items(node: ast.expr) -> list[ast.expr]:
    """What stands behind `in`: a list in brackets, or one thing."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


@lru_cache(maxsize=4096)
def _compiled(text: str) -> Evaluate:
    """The formula as a function, so that it is taken apart once and not for every hand."""
    function = ast.parse("lambda ask, tables: 0", mode="eval")
    assert isinstance(function.body, ast.Lambda)
    function.body.body = _python(_tree(text))
    code = compile(ast.fix_missing_locations(function), text, "eval")
    return eval(code, {"__builtins__": {}, **_KNOWN})  # type: ignore[no-any-return]  # noqa: S307  # nothing is in it but what `_python` writes


def _python(node: ast.expr) -> ast.expr:
    """The node as Python; it knows what `_Check` lets through and nothing else."""
    match node:
        case ast.Constant(value=bool() | int() | str() as value):
            return ast.Constant(int(value) if isinstance(value, bool) else value)
        case ast.Name(id=name):
            return _call("ask", ast.Constant(name))
        case ast.UnaryOp(op=ast.USub() as op, operand=part):
            return ast.UnaryOp(op, _python(part))
        case ast.UnaryOp(op=ast.Not() as op, operand=part):
            return _as_number(ast.UnaryOp(op, _python(part)))
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _ARITHMETIC):
            worked_out = ast.BinOp(_python(left), op, _python(right))
            return _call("limited", worked_out) if isinstance(op, ast.Mult) else worked_out
        case ast.BoolOp(op=op, values=parts):
            return _as_number(ast.BoolOp(op, [_python(part) for part in parts]))
        case ast.IfExp(test=test, body=body, orelse=other):
            return ast.IfExp(_python(test), _python(body), _python(other))
        case ast.Compare(left=left, ops=ops, comparators=others):
            steps = [_comparison(one, op, other) for one, op, other in zip([left, *others], ops, others, strict=False)]
            return _as_number(ast.BoolOp(ast.And(), steps) if len(steps) > 1 else steps[0])
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(token))]):
            return _call("ask", ast.Constant(f"{name} {token}"))
        case ast.Call(func=ast.Name(id=name), args=parts) if name in FUNCTIONS:
            return _call(name, *map(_python, parts))
        case ast.Subscript(value=ast.Name(id=name), slice=place):
            table = ast.Subscript(ast.Name("tables", ast.Load()), ast.Constant(name), ast.Load())
            return _call("looked_up", table, _python(place))
    raise AssertionError(f"a formula that was not checked: {ast.unparse(node)}")


def _comparison(one: ast.expr, op: ast.cmpop, other: ast.expr) -> ast.expr:
    is_list = isinstance(op, ast.In | ast.NotIn)
    right = ast.Tuple([_python(item) for item in _items(other)], ast.Load()) if is_list else _python(other)
    return ast.Compare(_python(one), [op], [right])


def _call(name: str, *parts: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(parts), [])


def _as_number(truth: ast.expr) -> ast.expr:
    return ast.IfExp(truth, ast.Constant(1), ast.Constant(0))


def _limited(product: int) -> int:
    return max(-LIMIT, min(LIMIT, product))


def _looked_up(table: Table, place: Value) -> int:
    return table.get(place, 0)


_KNOWN: dict[str, Callable[..., int]] = {**FUNCTIONS, "limited": _limited, "looked_up": _looked_up}
"""What the Python of a formula may call."""
