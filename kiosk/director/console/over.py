"""Putting a panel over the page, and beginning what an order says: the one way each of them comes about."""

from dataclasses import replace
from typing import TypeAlias

from kiosk.director.console import wording
from kiosk.director.console.effects import CarryOut, ConsoleEffect
from kiosk.director.console.states import Gone, Inside, Panel, WorkingOn
from kiosk.director.console.values import Work

NextInside: TypeAlias = tuple[Inside | Gone, tuple[ConsoleEffect, ...]]


def over(state: Inside, panel: Panel | None) -> NextInside:
    """*panel* stands over the page, or nothing does."""
    return replace(state, over=panel), ()


def begun(state: Inside, order: Work) -> NextInside:
    """*order* is being carried out."""
    return replace(state, over=WorkingOn(order, wording.working(order))), (CarryOut(order),)
