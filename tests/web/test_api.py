"""The public interface against its own description."""

from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.core.result import Ok

from scoring.commands import OpenDispute
from tests.web.browsing import STATES
from tests.web.conftest import Page
from web.openapi import DOCUMENT

PLAIN = {"Accept-Encoding": "identity"}
"""Its client takes packed answers and does not unpack them."""

STREAM = "/api/v1/events"
"""Never ends, so `test_page` reads it and nobody else."""


def test_every_answer_is_documented_and_none_is_a_failure(page: Page) -> None:
    page.start("Ama", "Kofi", "Esi")
    page.lay("QH KH 7H", "AD 7D 8D", "KD 8C 9D", "QD 9S TD", "6C 7S 8S")
    page.lay("AH 9C ??", confirm=False)
    page.do(OpenDispute(by="test", hand=2, trick=1))
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", page.client.application)
    operations = [found.ok() for found in schema.exclude(path=STREAM).get_all_operations() if isinstance(found, Ok)]
    assert {operation.path for operation in operations} == set(DOCUMENT["paths"]) - {STREAM, "/api/v1/openapi.json"}
    for operation in operations:

        @settings(max_examples=50, deadline=None)
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(headers=PLAIN)

        ask()


def test_errors_of_the_interface_are_sentences_in_json(page: Page) -> None:
    answer = page.client.get("/api/v1/hands/7")
    assert (answer.status_code, answer.get_json()) == (404, {"error": "there is no hand 7: 0 have been played"})
    answer = page.client.post("/api/v1/table")
    assert (answer.status_code, answer.get_json()) == (405, {"error": "That is not how this page is used."})


@pytest.mark.parametrize("state", STATES)
def test_every_field_of_every_game_is_described(page: Page, state: str) -> None:
    STATES[state][0](page)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", page.client.application)
    for path, place in (("/api/v1/table", {}), ("/api/v1/session", {}), ("/api/v1/hands/{number}", {"number": 1})):
        schema[path]["GET"].Case(path_parameters=place).call_and_validate(headers=PLAIN)
