"""What is changed in a file, and what is left alone."""

import ast
from pathlib import Path

from tests.mutants.changes import places

SOURCE = '''
"""A docstring."""
__all__ = ["worth"]
TABLE = (1, "one")

@kept(exact=True)
def worth(bid: tuple[int, str], low: Kind = Kind.LOW) -> int | None:
    """Another."""
    assert bid != 3
    for one in [x for x in bid if x]:
        if one < 2 and not low:
            continue
        log(one, by=f"{one:3} x")
    return bid
'''
CHANGES = """
4: 1 → nothing
4: 'one' → nothing
4: 1 → 2
4: 1 → 0
7: Kind.LOW → None
10: x → not x
11: one < 2 and (not low) → not (one < 2 and (not low))
11: one < 2 and (not low) → one < 2 or not low
11: one < 2 → one <= 2
11: one < 2 → one >= 2
11: 2 → 3
11: 2 → 1
11: not low → low
12: continue → break
12: continue → pass
13: log(one, by=f'{one:3} x') → pass
13: by=f'{one:3} x' → nothing
14: return bid → return None
"""


def test_what_somebody_might_mistype_is_changed_and_no_words_hints_and_decorators() -> None:
    made = [change for place in places(Path("a.py"), SOURCE) for change in place.changes]
    assert "".join(f"{change.line}: {change.before} → {change.after}\n" for change in made) == CHANGES.lstrip()


def test_a_change_is_made_where_it_stands_and_nowhere_else() -> None:
    before = ast.unparse(ast.parse(SOURCE)).splitlines()
    for place in places(Path("a.py"), SOURCE):
        for change in place.changes:
            after = ast.unparse(place.changed(change)).splitlines()
            assert len([line for line, new in zip(before, after, strict=True) if line != new]) == 1


def test_to_a_table_come_all_who_use_the_module_and_to_a_default_all_who_call_the_function() -> None:
    lines = {place.changes[0].line: place.lines for place in places(Path("a.py"), SOURCE)}
    assert (lines[4], lines[7], lines[14]) == ((range(1, 16),), (range(7, 15), range(1, 16)), (range(14, 15),))
