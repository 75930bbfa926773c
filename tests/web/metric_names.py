"""What Prometheus asks of names and texts of metrics ("Metric and label naming"), as `promtool check metrics` does."""

import re
from collections import Counter
from collections.abc import Iterator

from prometheus_client.parser import text_string_to_metric_families

ODD_UNITS = "milliseconds|ms|minutes|hours|days|milli|micro|kilo|mega|kb|mb|megabytes|percent|fahrenheit|kelvin"
TYPES = "gauge|counter|summary|histogram|info"


def values_of(text: str) -> dict[str, float]:
    """Every sample, by its name and labels as they are written."""
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    named = [(_written(sample.name, sample.labels), float(sample.value)) for sample in samples]
    assert len(dict(named)) == len(named)
    return dict(named)


def mistakes(text: str) -> Iterator[str]:
    """What is wrong with a page of metrics, each in a few words."""
    families = list(text_string_to_metric_families(text))
    yield from (f"{name} is there twice" for name, times in Counter(family.name for family in families).items() if times > 1)
    for family in families:
        name = family.name
        if not re.fullmatch(r"(cardtable|process)(_[a-z0-9]+)+", name):
            yield f"{name}: expected small letters behind cardtable_"
        if len(family.documentation) < 8:
            yield f"{name}: nothing says what it is"
        if re.search(rf"_({ODD_UNITS})(_|$)", name):
            yield f"{name}: expected seconds, bytes, ratios, celsius"
        if family.type != "info" and re.search(rf"_({TYPES})$", name) and not name.endswith("_build_info"):
            yield f"{name}: its type is no part of its name"
        if family.type == "unknown":
            yield f"{name}: no type"
        ends = {sample.name.removeprefix(name) for sample in family.samples}
        if family.type == "counter" and not ends <= {"_total", "_created"}:
            yield f"{name}: a counter ends in _total"
        if family.type == "gauge" and re.search(r"_(total|count|sum|bucket)$", name):
            yield f"{name}: a gauge does not end so"


def _written(name: str, labels: dict[str, str]) -> str:
    inside = ",".join(f'{key}="{value}"' for key, value in sorted(labels.items()))
    return f"{name}{{{inside}}}" if labels else name
