"""What the buttons mean, by what lies on the table when one is pressed."""

from collections.abc import Callable

from device.panel import Press
from scoring.commands import CloseDispute, Command, ConfirmTrick, OpenDispute, Undo, WithdrawCard
from scoring.table import Table


def meaning(press: Press, table: Table, film: Callable[[], str | None]) -> Command | None:
    """The command that a press stands for, None where it stands for none; `film` keeps the last seconds for a dispute."""
    hand = table.hand
    if press is Press.UNDO:
        return Undo(by="button") if table.setup else None
    if hand is None:
        return None
    if press is Press.CONFIRM:
        # With no card laid since the last trick there is nothing to confirm: a phone was quicker.
        return ConfirmTrick(by="button", hand=hand.number, trick=hand.trick_to_confirm) if hand.open_trick else None
    if press is Press.TAKE_BACK:
        return WithdrawCard(by="button")
    if press is not Press.DISPUTE:
        return None
    if table.disputed:
        return CloseDispute(by="button")
    return OpenDispute(by="button", hand=hand.number, trick=max(1, len(hand.laid)), evidence=film())
