"""When a call is repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from mandate import AsyncMandate, Mandate, MandateConnectionError, MandateError

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = httpx.Response | type[httpx.RequestError]


class Script:
    """A server that answers as it is told to, one answer for each request."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.pauses: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, httpx.Response):
            return answer
        raise answer("as told", request=request)

    def client(self) -> Mandate:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Mandate("https://id.example.com", api_key="key", http_client=http, sleep=self.pauses.append)


def busy(status: int = 503, **headers: str) -> httpx.Response:
    return httpx.Response(status, headers=headers, json={"code": "unavailable", "message": "Busy.", "details": {}})


def done() -> httpx.Response:
    return httpx.Response(200, json={"id": "it"})


def get(mandate: Mandate) -> object:
    return mandate.users.get("usr_1")


def create(mandate: Mandate) -> object:
    return mandate.agents.create({"client_name": "x"})


def change(mandate: Mandate) -> object:
    return mandate.agents.update("agt_1", {"client_name": "x"})


def delete(mandate: Mandate) -> object:
    return mandate.users.delete("usr_1")


@pytest.mark.parametrize("call", [get, create])
@pytest.mark.parametrize(
    "answer", [busy(), busy(502), busy(429), httpx.ReadTimeout, httpx.ReadError, httpx.ConnectError]
)
def test_what_may_happen_twice_is_tried_again(call: Callable[[Mandate], object], answer: Answer) -> None:
    script = Script(answer, done())
    assert call(script.client()) == {"id": "it"}
    assert len(script.requests) == 2


@pytest.mark.parametrize("call", [change, delete])
@pytest.mark.parametrize("answer", [busy(), busy(502), httpx.ReadTimeout, httpx.ReadError])
def test_what_may_have_happened_is_not_tried_again(call: Callable[[Mandate], object], answer: Answer) -> None:
    script = Script(answer)
    with pytest.raises(MandateError):
        call(script.client())
    assert len(script.requests) == 1


@pytest.mark.parametrize("call", [change, delete])
@pytest.mark.parametrize("answer", [busy(429), httpx.ConnectError, httpx.ConnectTimeout])
def test_what_surely_did_not_happen_is_tried_again(call: Callable[[Mandate], object], answer: Answer) -> None:
    script = Script(answer, done())
    assert call(script.client()) == {"id": "it"}


def test_a_repeated_creation_carries_the_same_key() -> None:
    script = Script(httpx.ReadError, busy(), done())
    create(script.client())
    keys = {request.headers["idempotency-key"] for request in script.requests}
    assert len(script.requests) == 3
    assert len(keys) == 1


def test_two_calls_carry_different_keys() -> None:
    script = Script(done(), done())
    mandate = script.client()
    create(mandate)
    create(mandate)
    first, second = (request.headers["idempotency-key"] for request in script.requests)
    assert first != second


def test_the_pauses_grow_and_the_server_has_the_last_word_on_them() -> None:
    script = Script(busy(), busy(), done())
    get(script.client())
    assert 0 < script.pauses[0] < script.pauses[1] <= 0.5
    script = Script(busy(429, **{"retry-after": "7"}), done())
    get(script.client())
    assert 7 <= script.pauses[0] < 8


def test_nobody_waits_for_minutes() -> None:
    script = Script(busy(429, **{"retry-after": "3600"}))
    with pytest.raises(MandateError) as caught:
        get(script.client())
    assert caught.value.status == 429
    assert script.pauses == []


def test_a_refusal_is_not_tried_again() -> None:
    script = Script(busy(400))
    with pytest.raises(MandateError):
        get(script.client())
    assert len(script.requests) == 1


def test_the_last_failure_is_what_the_caller_sees() -> None:
    script = Script(busy(), busy(), httpx.ReadTimeout)
    with pytest.raises(MandateConnectionError) as caught:
        get(script.client())
    assert caught.value.code == "timeout"
    assert len(script.requests) == 3


def test_a_call_may_say_that_it_is_not_tried_again() -> None:
    script = Script(busy())
    with pytest.raises(MandateError):
        script.client().users.get("usr_1", max_retries=0)
    assert len(script.requests) == 1


def test_a_stream_that_is_refused_is_closed_and_left_to_the_caller() -> None:
    refusal = busy()
    script = Script(httpx.ConnectError, refusal)
    with pytest.raises(MandateError) as caught, script.client().audit_logs.export():
        pytest.fail("the stream was opened")
    assert caught.value.status == 503
    assert refusal.is_closed
    assert len(script.requests) == 2


def test_a_redirect_is_not_followed_and_no_key_goes_elsewhere() -> None:
    script = Script(httpx.Response(302, headers={"location": "https://attacker.example/"}))
    with pytest.raises(MandateError) as caught:
        get(script.client())
    assert caught.value.code == "http_302"
    assert len(script.requests) == 1


def test_something_else_than_a_mandate_server_is_told_apart() -> None:
    script = Script(httpx.Response(200, text="<html>"))
    with pytest.raises(MandateError) as caught:
        get(script.client())
    assert caught.value.code == "invalid_response"


@pytest.mark.anyio
async def test_the_same_without_waiting() -> None:
    script = Script(busy(), httpx.ConnectError, done())
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async with httpx.AsyncClient(transport=httpx.MockTransport(script)) as http:
        mandate = AsyncMandate("https://id.example.com", api_key="key", http_client=http, sleep=sleep)
        assert await mandate.users.get("usr_1") == {"id": "it"}
    assert len(pauses) == 2
