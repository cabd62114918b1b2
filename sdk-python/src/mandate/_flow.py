"""Protocols written once, for programs that wait and for programs that do not.

A flow is a generator: it yields the requests it wants to be sent and the pauses it wants to be made, gets responses
back, and returns its result. Two short loops run it, one on `httpx.Client`, one on `httpx.AsyncClient`.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import anyio
import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """A request to be sent; with `stream`, its response is handed over before its body has come."""

    request: httpx.Request
    stream: bool = False
    #: What authenticates it; without one nothing is added to the headers it has.
    auth: httpx.Auth | None = None


@dataclass(frozen=True)
class Pause:
    """A time to be waited."""

    seconds: float


Step: TypeAlias = Send | Pause
Flow: TypeAlias = Generator[Step, httpx.Response | None, T]

Sleep: TypeAlias = Callable[[float], None]
AsyncSleep: TypeAlias = Callable[[float], Awaitable[None]]


def send(request: httpx.Request, *, stream: bool = False, auth: httpx.Auth | None = None) -> Flow[httpx.Response]:
    """Asks for a request to be sent; the response."""
    response = yield Send(request, stream, auth)
    if response is None:
        raise RuntimeError("a request that is sent gets a response")
    return response


def pause(seconds: float) -> Flow[None]:
    """Asks for a pause."""
    yield Pause(seconds)


class _Moves:
    """The side of a flow that the two loops share: what it wants next, and what became of that."""

    def __init__(self, flow: Flow[T]) -> None:
        self._flow = flow

    def next(self, outcome: httpx.Response | Exception | None) -> Step:
        return self._flow.throw(outcome) if isinstance(outcome, Exception) else self._flow.send(outcome)


def run(flow: Flow[T], client: httpx.Client, sleep: Sleep = time.sleep) -> T:
    """Runs a flow to its end, waiting for each of its steps."""
    moves = _Moves(flow)
    outcome: httpx.Response | Exception | None = None
    try:
        while True:
            step = moves.next(outcome)
            outcome = None
            if isinstance(step, Pause):
                sleep(step.seconds)
                continue
            try:
                # A redirect would carry credentials elsewhere: none is followed.
                outcome = client.send(step.request, auth=step.auth, stream=step.stream, follow_redirects=False)
            except httpx.RequestError as error:
                outcome = error
    except StopIteration as end:
        return end.value


async def run_async(flow: Flow[T], client: httpx.AsyncClient, sleep: AsyncSleep = anyio.sleep) -> T:
    """Runs a flow to its end, and lets others run meanwhile."""
    moves = _Moves(flow)
    outcome: httpx.Response | Exception | None = None
    try:
        while True:
            step = moves.next(outcome)
            outcome = None
            if isinstance(step, Pause):
                await sleep(step.seconds)
                continue
            try:
                outcome = await client.send(step.request, auth=step.auth, stream=step.stream, follow_redirects=False)
            except httpx.RequestError as error:
                outcome = error
    except StopIteration as end:
        return end.value
