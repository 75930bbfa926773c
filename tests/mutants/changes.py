"""Small wrong changes: what a tired person might have typed instead. Each is one place in one file's syntax tree."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

OTHER: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
"""What an operator is taken for."""

LEFT_ALONE = {"annotation", "returns", "decorator_list", "format_spec"}
"""Fields of a node in which nothing is changed: hints, decorators, the looks of numbers."""

Span = tuple[range, ...]
"""Lines that come to a node; where there are several ranges, the first that any test comes to."""


@dataclass(frozen=True)
class Change:
    """`new` instead of `old`; `before` and `after` are what a reader compares."""

    old: ast.AST
    new: ast.AST
    line: int
    before: str
    after: str


@dataclass(frozen=True)
class Place:
    """A node of a file and the changes that it allows.

    What stands in no function, such as a table, is worked out when the module is imported. Its lines are those of
    what uses it: the function whose default it is, the class, then the whole module.
    """

    path: Path
    tree: ast.Module
    changes: tuple[Change, ...]
    lines: Span
    is_in_function: bool

    def changed(self, change: Change) -> ast.Module:
        """The file with the change made."""
        tree = _copied(self.tree, change.old, change.new)
        assert isinstance(tree, ast.Module)
        return ast.fix_missing_locations(tree)


def places(path: Path, source: str) -> list[Place]:
    """All places where something can be changed, always in the same order."""
    tree = ast.parse(source)
    whole = (range(1, source.count("\n") + 2),)
    nodes = (found for statement in tree.body for found in _nodes(statement, statement, whole, False))
    return [Place(path, tree, tuple(changes), lines, inside) for node, lines, inside in nodes if (changes := _changes(node))]


def _nodes(node: ast.AST, statement: ast.stmt, around: Span, inside: bool) -> Iterator[tuple[ast.AST, Span, bool]]:
    """The node and those in it, with the lines that come to each, and whether it is in a function."""
    if _is_stated(node):
        return
    if isinstance(node, ast.stmt):
        statement = node
    last = node.end_lineno if isinstance(node, ast.expr) else None
    yield node, (range(statement.lineno, (last or statement.lineno) + 1),) if inside else around, inside
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        around = (range(node.lineno, (node.end_lineno or node.lineno) + 1), *around)
    for field, value in ast.iter_fields(node):
        within = field == "body" if isinstance(node, ast.FunctionDef) else inside and not isinstance(node, ast.ClassDef)
        parts = value.elts if field == "slice" and isinstance(value, ast.Tuple) else value if isinstance(value, list) else [value]
        for part in parts if field not in LEFT_ALONE else ():
            if isinstance(part, ast.AST):
                yield from _nodes(part, statement, around, within)


def _is_stated(node: ast.AST) -> bool:
    """Whether it holds anyway: an assert, the `strict` of a `zip`, and the list of a module's names."""
    match node:
        case ast.Assert() | ast.keyword(arg="strict"):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.AugAssign(target=ast.Name(id="__all__")):
            return True
    return False


def _copied(node: Any, old: ast.AST, new: ast.AST) -> Any:
    if node is old:
        return new
    if isinstance(node, list):
        return [_copied(one, old, new) for one in node]
    if isinstance(node, ast.AST):
        fields = {name: _copied(value, old, new) for name, value in ast.iter_fields(node)}
        return ast.copy_location(type(node)(**fields), node)
    return node


def _changes(node: ast.AST) -> list[Change]:
    match node:
        case ast.Compare(ops=ops):
            others = [[*ops[:i], other(), *ops[i + 1 :]] for i, op in enumerate(ops) for other in OTHER[type(op)]]
            return [_other(node, ops=other) for other in others]
        case ast.BoolOp(op=op) | ast.BinOp(op=op):
            return [_other(node, op=other()) for other in OTHER.get(type(op), ())]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [_instead(node, operand)]
        case ast.Constant(value=bool(value)):
            return [_instead(node, ast.Constant(not value))]
        case ast.Constant(value=int(value)):
            return [_instead(node, ast.Constant(value + 1)), _instead(node, ast.Constant(value - 1))]
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            return _negated([test])
        case ast.comprehension(ifs=tests):
            return _negated(tests)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            return [_other(node, value=ast.Constant(None))]
        case ast.Tuple(ctx=ast.Load(), elts=parts) | ast.List(ctx=ast.Load(), elts=parts) | ast.Set(elts=[_, _, *_] as parts):
            return [_without(node, parts, i, "elts") for i in range(len(parts))]
        case ast.Call(keywords=parts):
            return [_without(node, parts, i, "keywords") for i, part in enumerate(parts) if part.arg not in (None, "strict")]
        case ast.arguments(defaults=defaults, kw_defaults=more):
            values = [one for one in (*defaults, *more) if one and not isinstance(one, ast.Constant)]
            return [_instead(one, ast.Constant(None)) for one in values]
        case ast.Continue():
            return [_instead(node, ast.Break()), _instead(node, ast.Pass())]
        case ast.Break():
            return [_instead(node, ast.Continue()), _instead(node, ast.Pass())]
        case ast.AugAssign() | ast.Raise() | ast.Delete() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return [_instead(node, ast.Pass())]
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            return [_instead(node, ast.Pass())]
    return []


def _negated(tests: list[ast.expr]) -> list[Change]:
    """A comparison and a `not` are turned round where they stand."""
    plain = [test for test in tests if not isinstance(test, ast.Compare | ast.UnaryOp)]
    return [_instead(test, ast.UnaryOp(ast.Not(), test)) for test in plain]


def _instead(old: ast.expr | ast.stmt, new: ast.AST) -> Change:
    return Change(old, ast.copy_location(new, old), old.lineno, ast.unparse(old), ast.unparse(new))


def _other(node: ast.expr | ast.stmt, **fields: Any) -> Change:
    return _instead(node, type(node)(**{**dict(ast.iter_fields(node)), **fields}))


def _without(node: ast.expr, parts: Sequence[ast.expr | ast.keyword], place: int, field: str) -> Change:
    """What is left out is all that a reader needs."""
    change = _other(node, **{field: [*parts[:place], *parts[place + 1 :]]})
    return replace(change, line=parts[place].lineno, before=ast.unparse(parts[place]), after="nothing")
