"""A disk that fails under the page: it says that nothing was changed, and goes on showing what it knows."""

import os
import re
from dataclasses import dataclass
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests.faults import faults
from tests.waiting import PATIENCE
from tests.web.conftest import Page
from web.server import Server


@dataclass
class LiveWeb:
    """A visitor with the table's key."""

    address: str
    key: str

    def __post_init__(self) -> None:
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.get(f"/key/{self.key}")

    def get(self, path: str) -> str:
        with self._opener.open(self.address + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def post(self, action: str, **fields: str) -> tuple[int, str]:
        """Send a form of the page; the status and the text of the answer."""
        found = re.search(r'name="token" value="([^"]+)"', self.get("/"))
        assert found is not None
        data = urlencode({**fields, "token": found[1]}).encode()
        try:
            with self._opener.open(f"{self.address}/do/{action}", data, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()


def test_the_page_says_that_nothing_was_changed_and_goes_on_showing(page: Page, served: Server) -> None:
    page.start()
    page.lay("AH 7H", confirm=False)
    web = LiveWeb(f"http://127.0.0.1:{served.port}", page.keys.keys().table)
    with faults(os.getpid(), "fsync,fdatasync:error=EIO:when=1+"):
        status, text = web.post("confirm", hand="1", trick="1")
        assert (status, "Nothing was changed" in text) == (503, True)
        assert "Ama" in web.get("/")
    assert web.post("confirm", hand="1", trick="1")[0] == 200
    hand = page.live.table().hand
    assert hand is not None
    assert hand.confirmed == 1
