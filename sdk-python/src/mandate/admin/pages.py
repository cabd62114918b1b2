"""Lists that come in pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from typing_extensions import NotRequired, TypedDict

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

T = TypeVar("T")


class Page(TypedDict, Generic[T]):
    """One page as it is on the wire."""

    data: list[T]
    next_cursor: str | None
    total: NotRequired[int]
    """Only with `include_total`."""


class Pages(Generic[T]):
    """A list: iterating goes through all pages, fetching each when it is reached; `page()` fetches one."""

    def __init__(self, fetch: Callable[[str | None], Page[T]], cursor: str | None) -> None:
        self._fetch = fetch
        self._cursor = cursor

    def page(self) -> Page[T]:
        """The one page that the arguments name, with its `next_cursor`."""
        return self._fetch(self._cursor)

    def pages(self) -> Iterator[Page[T]]:
        """The pages from here on."""
        page = self.page()
        yield page
        while page["next_cursor"] is not None:
            page = self._fetch(page["next_cursor"])
            yield page

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page["data"]


class AsyncPages(Generic[T]):
    """A list: iterating goes through all pages, fetching each when it is reached; `page()` fetches one."""

    def __init__(self, fetch: Callable[[str | None], Awaitable[Page[T]]], cursor: str | None) -> None:
        self._fetch = fetch
        self._cursor = cursor

    async def page(self) -> Page[T]:
        """The one page that the arguments name, with its `next_cursor`."""
        return await self._fetch(self._cursor)

    async def pages(self) -> AsyncIterator[Page[T]]:
        """The pages from here on."""
        page = await self.page()
        yield page
        while page["next_cursor"] is not None:
            page = await self._fetch(page["next_cursor"])
            yield page

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page["data"]:
                yield item
