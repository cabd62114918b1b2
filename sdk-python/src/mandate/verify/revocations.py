"""What ended, and which tokens that is about: the rule of the revocation feed (docs/guides/revocation-feed.md)."""

from __future__ import annotations

import fnmatch
import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from mandate.errors import as_list, as_object, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mandate.verify.token import AccessToken

#: `marked` is a token that a mark ended, which clocks of servers that differ may do to one that lives.
Verdict: TypeAlias = Literal["alive", "dead", "marked", "undecided"]

_TEXT_MEMBERS = ("client_id", "client_id_pattern", "sub", "consent", "policy", "jkt", "kid")
_KNOWN_MEMBERS = frozenset({*_TEXT_MEMBERS, "before", "exp", "session", "except"})
_SWEEP_SECONDS = 60.0
_MAX_ANCESTORS = 64
_FOREVER = float("inf")


@dataclass(frozen=True)
class Link:
    """A token of a line: the one that is judged, or one that it descends from."""

    jti: str
    client_id: str
    policy: str | None
    jkt: str | None
    kid: str | None


@dataclass(frozen=True)
class Line:
    """A token with all that it descends from."""

    subject: str
    consent: str | None
    session: bool
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Mark:
    """What was issued before an id, as far as its members say."""

    before: str
    exp: float
    members: tuple[tuple[str, str | bool], ...]
    pattern: re.Pattern[str] | None
    except_subjects: frozenset[str]
    except_tokens: frozenset[str]

    @property
    def shape(self) -> tuple[str, ...]:
        """Which members it has; marks of one shape are found by what these say."""
        return tuple(name for name, _ in self.members)

    @property
    def values(self) -> tuple[str | bool, ...]:
        """What they say."""
        return tuple(value for _, value in self.members)

    def ended(self, line: Line, link: Link) -> bool:
        """Whether this link ended, given that the members hold for it."""
        return (
            link.jti < self.before
            and (self.pattern is None or self.pattern.fullmatch(link.client_id) is not None)
            and line.subject not in self.except_subjects
            and all(other.jti not in self.except_tokens for other in line.links)
        )


class Revocations:
    """The entries that still matter. Nothing here waits, and a judgement costs a few looks into maps."""

    def __init__(self, issuer: str, clock: Callable[[], float], leeway: float = 60) -> None:
        self._issuer = issuer
        self._clock = clock
        self._leeway = leeway
        # One thread takes entries in while others judge.
        self._lock = threading.Lock()
        self._tokens: dict[str, float] = {}
        self._marks: dict[tuple[str, ...], dict[tuple[str | bool, ...], list[Mark]]] = {}
        # Until then there is an entry that nobody here understands: it may be about any token.
        self._unknown_until = 0.0
        self._sweep_at = 0.0

    def apply(self, entries: Iterable[object]) -> None:
        """Takes entries in. Taking one in twice does no harm."""
        with self._lock:
            if self._clock() >= self._sweep_at:
                self._sweep()
            for entry in entries:
                self._apply(as_object(entry))

    def _apply(self, entry: dict[str, Any]) -> None:
        exp, jti = entry.get("exp"), text(entry.get("jti"))
        if not isinstance(exp, int) or isinstance(exp, bool):
            self._unknown_until = _FOREVER
        elif jti is not None and entry.keys() == {"jti", "exp"}:
            self._tokens[jti] = max(exp, self._tokens.get(jti, 0))
        elif (mark := _mark_of(entry, exp)) is not None:
            same = self._marks.setdefault(mark.shape, {}).setdefault(mark.values, [])
            if mark not in same:
                same.append(mark)
        else:
            self._unknown_until = max(self._unknown_until, float(min(exp, 2**53)) + self._leeway)

    def _sweep(self) -> None:
        """Forgets what no living token can be about any more."""
        now = self._clock()
        over = now - self._leeway
        self._sweep_at = now + _SWEEP_SECONDS
        self._tokens = {jti: exp for jti, exp in self._tokens.items() if exp > over}
        for shape, by_values in list(self._marks.items()):
            kept = {values: [mark for mark in marks if mark.exp > over] for values, marks in by_values.items()}
            self._marks[shape] = {values: marks for values, marks in kept.items() if marks}

    def judge(self, token: AccessToken) -> Verdict:
        """Whether a token that is good otherwise has ended; whoever asks follows the feed."""
        line = line_of(token) if token.claims.get("iss") == self._issuer else None
        with self._lock:
            if line is None or self._clock() < self._unknown_until:
                return "undecided"
            if any(link.jti in self._tokens for link in line.links):
                return "dead"
            return "marked" if any(mark.ended(line, link) for mark, link in self._about(line)) else "alive"

    def _about(self, line: Line) -> Iterator[tuple[Mark, Link]]:
        """The marks whose members hold, with the link that they hold for."""
        for shape, by_values in self._marks.items():
            for link in line.links:
                for mark in by_values.get(tuple(_value(name, line, link) for name in shape), ()):
                    yield mark, link


def _value(name: str, line: Line, link: Link) -> str | bool:
    """What a member of a mark has to say to hold for a link; `False` is said by none."""
    match name:
        case "sub":
            return line.subject
        case "consent":
            return line.consent or False
        case "any consent":
            return line.consent is not None
        case "session":
            return line.session
        case "client_id":
            return link.client_id
        case "policy":
            return link.policy or False
        case "jkt":
            return link.jkt or False
        case _:
            return link.kid or False


def _mark_of(entry: dict[str, Any], exp: int) -> Mark | None:
    """A mark, if every member and its value is one that is known."""
    before, exceptions = text(entry.get("before")), as_object(entry.get("except"))
    if before is None or not entry.keys() <= _KNOWN_MEMBERS:
        return None
    members: dict[str, str | bool] = {}
    for name in sorted(entry.keys() - {"before", "exp", "except"}):
        value = entry[name]
        if name == "session" or (name == "consent" and value is True):
            if value is not True:
                return None
            members["any consent" if name == "consent" else name] = True
        elif text(value) is not None:
            members[name] = value
        else:
            return None
    pattern = members.pop("client_id_pattern", None)
    subjects, tokens = _texts(exceptions, "sub"), _texts(exceptions, "jti")
    if subjects is None or tokens is None or ("except" in entry and not exceptions):
        return None
    if exceptions.keys() - {"sub", "jti"}:
        return None
    compiled = _glob(pattern) if isinstance(pattern, str) else None
    return Mark(before, exp, tuple(members.items()), compiled, subjects, tokens)


def _texts(exceptions: dict[str, Any], name: str) -> frozenset[str] | None:
    """An array of texts that is not empty; an empty set where there is none; None for anything else."""
    if name not in exceptions:
        return frozenset()
    values = as_list(exceptions[name])
    return frozenset(values) if values and all(text(value) is not None for value in values) else None


def _glob(pattern: str) -> re.Pattern[str]:
    """`*` is any characters or none, `?` one, and all others are themselves."""
    return re.compile(fnmatch.translate(pattern.replace("[", "[[]")))


def line_of(token: AccessToken) -> Line | None:
    """The line of a token as its claim `lineage` says it; None when it can't be judged by it."""
    if "lineage" not in token.claims:
        return None
    lineage, claimed = token.claims["lineage"], as_object(token.claims["lineage"])
    ancestors = as_list(claimed.get("ancestors"))
    consent, session = claimed.get("consent"), claimed.get("session", False)
    if (
        not isinstance(lineage, dict)
        or not isinstance(claimed.get("ancestors", []), list)
        or len(ancestors) > _MAX_ANCESTORS
        or not (consent is None or text(consent))
        or not isinstance(session, bool)
    ):
        return None
    links = _links(token, claimed, ancestors)
    return None if links is None else Line(token.subject, consent, session, tuple(links))


def _links(token: AccessToken, lineage: dict[str, Any], ancestors: Sequence[Any]) -> list[Link] | None:
    """The token and its ancestors: what one does not say is as with the one before it, apart from its policy."""
    if not _are_texts(lineage, ("policy",)):
        return None
    links = [Link(token.id, token.client_id, lineage.get("policy"), token.jkt, token.kid)]
    for ancestor in map(as_object, ancestors):
        jti, before = text(ancestor.get("jti")), links[-1]
        if jti is None or not _are_texts(ancestor, ("client_id", "policy", "jkt", "kid")):
            return None
        links.append(
            Link(
                jti,
                ancestor.get("client_id", before.client_id),
                ancestor.get("policy"),
                ancestor.get("jkt", before.jkt),
                ancestor.get("kid", before.kid),
            )
        )
    return links


def _are_texts(value: dict[str, Any], names: Sequence[str]) -> bool:
    return all(text(value[name]) is not None for name in names if name in value)
