"""The operations of the API, noun by noun."""

# Made from the OpenAPI document by `npm run generate`; changes here are lost.

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from mandate.admin.transport import AsyncResource, segment, segments

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from typing import Literal

    from httpx import QueryParams, Response
    from typing_extensions import Unpack

    from mandate import types as t
    from mandate.admin.transport import Files, Options, AsyncPages


class AsyncAgentsAuditLogs(AsyncResource):
    """`agents.audit_logs`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.AuditLog]:
        """List audit entries of an agent.

        What the agent did, and what was done to it. Admin key or operator session with the scope agents:read.

        Args:
            id: The id of the agent.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/agents/{segment(id)}/audit", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncAgentsDelegations(AsyncResource):
    """`agents.delegations`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.DelegationChain]:
        """List the delegation chains through an agent.

        Every chain in which the agent acted or handed on, newest first, from its root to its last actor. Beyond 10,000 there is no total. Admin key or operator session with the scope agents:read.

        Args:
            id: The agent’s id or its client_id.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/agents/{segment(id)}/delegations", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncAgentsPolicies(AsyncResource):
    """`agents.policies`"""

    async def create(self, id: str, body: t.AgentsPoliciesCreateBody, **options: Unpack[Options]) -> t.Policy:
        """Allow an agent to act for a subject.

        The subject is a user, an agent, or * for everybody. Nothing is issued by it: it lets token exchange succeed within its scope, depth and time. A client that registered itself and token exchange with it can have policies too. Admin key or operator session with the scope agents:write.

        Args:
            id: The id or the client_id of the agent, or of a client that registered itself.
        """
        return await self._transport.json("POST", f"/api/v1/agents/{segment(id)}/policies", options, body=body, keyed=True)

    async def get(self, id: str, policy_id: str, **options: Unpack[Options]) -> t.Policy:
        """Get a policy of an agent.

        One that was revoked is not found. Admin key or operator session with the scope agents:read.

        Args:
            id: The id or the client_id of the agent, or of a client that registered itself.
            policy_id: The id of the policy.
        """
        return await self._transport.json("GET", f"/api/v1/agents/{segment(id)}/policies/{segment(policy_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Policy]:
        """List whom an agent may act for.

        Newest first; those that were revoked are not listed. Admin key or operator session with the scope agents:read.

        Args:
            id: The id or the client_id of the agent, or of a client that registered itself.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/agents/{segment(id)}/policies", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    @overload
    async def revoke(self, id: str, policy_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.TokenDryRun: ...
    @overload
    async def revoke(self, id: str, policy_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def revoke(self, id: str, policy_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.TokenDryRun | None:
        """Revoke a policy.

        Ends the tokens made under it, and what descends from them. With dry_run it only answers what would end. Admin key or operator session with the scope agents:write.

        Args:
            id: The id or the client_id of the agent, or of a client that registered itself.
            policy_id: The id of the policy.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/agents/{segment(id)}/policies/{segment(policy_id)}", options, query={"dry_run": dry_run})


class AsyncAgentsTokens(AsyncResource):
    """`agents.tokens`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, active: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Token]:
        """List an agent’s tokens.

        Newest first, with what each descends from. With active, and with both a client and a person, a page looks at 2,000 tokens and may hold fewer than limit; next_cursor goes on. Beyond 100,000 there is no total, and none beyond the 2,000 that such a page looks at. The tokens themselves are nowhere to be read. Admin key or operator session with the scope agents:read.

        Args:
            id: The agent’s id or its client_id.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            active: Only tokens with the status active; with false only those that are over.
        """
        return self._transport.pages("GET", f"/api/v1/agents/{segment(id)}/tokens", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "active": active})

    async def revoke_all(self, id: str, body: t.AgentsTokensRevokeAllBody | None = None, **options: Unpack[Options]) -> t.AgentsTokensRevokeAllResult:
        """Revoke all of an agent’s tokens.

        With everything that descends from them. The agent itself stays active. Admin key or operator session with the scope agents:write.

        Args:
            id: The agent’s id or its client_id.
        """
        return await self._transport.json("POST", f"/api/v1/agents/{segment(id)}/tokens/revoke-all", options, body=body)


class AsyncAgents(AsyncResource):
    """`agents`"""

    @property
    def audit_logs(self) -> AsyncAgentsAuditLogs:
        return AsyncAgentsAuditLogs(self._transport)

    @property
    def delegations(self) -> AsyncAgentsDelegations:
        return AsyncAgentsDelegations(self._transport)

    @property
    def policies(self) -> AsyncAgentsPolicies:
        return AsyncAgentsPolicies(self._transport)

    @property
    def tokens(self) -> AsyncAgentsTokens:
        return AsyncAgentsTokens(self._transport)

    async def create(self, body: t.AgentsCreateBody, **options: Unpack[Options]) -> t.AgentsCreateResult:
        """Create an agent.

        No other response carries client_secret. Admin key or operator session with the scope agents:write.
        """
        return await self._transport.json("POST", "/api/v1/agents", options, body=body, keyed=True)

    @overload
    async def deactivate(self, id: str, *, dry_run: Literal[True], purge: bool | None = None, **options: Unpack[Options]) -> t.TokenDryRun: ...
    @overload
    async def deactivate(self, id: str, *, dry_run: Literal[False] | None = None, purge: bool | None = None, **options: Unpack[Options]) -> None: ...
    async def deactivate(self, id: str, *, dry_run: bool | None = None, purge: bool | None = None, **options: Unpack[Options]) -> t.TokenDryRun | None:
        """Deactivate an agent.

        Ends its tokens, codes and consents. The agent stays on record; PATCH with active: true turns it on again. With purge a deactivated agent is removed for good, with its policies, which takes full access; its audit entries stay. With dry_run it only answers what would end. Admin key or operator session with the scope agents:write.

        Args:
            id: The id or the client_id of the agent.
            dry_run: Answer what would end, and change nothing.
            purge: Remove a deactivated agent for good.
        """
        return await self._transport.json("DELETE", f"/api/v1/agents/{segment(id)}", options, query={"dry_run": dry_run, "purge": purge})

    async def get(self, id: str, **options: Unpack[Options]) -> t.Agent:
        """Get an agent.

        Without its secret, which was shown when it was made. Admin key or operator session with the scope agents:read.

        Args:
            id: The id or the client_id of the agent.
        """
        return await self._transport.json("GET", f"/api/v1/agents/{segment(id)}", options)

    async def get_snippet(self, id: str, *, language: Literal["node", "spa", "python", "go", "curl"] | None = None, use: Literal["sign_in", "token", "device", "exchange", "api"] | None = None, **options: Unpack[Options]) -> t.AgentsGetSnippetResult | str:
        """Write code for an agent.

        Working code with the client_id and the address of this server, in every language and for every use that fits. Secrets are names of the environment. With Accept: text/plain the response is the code itself, the first of those chosen. Admin key or operator session with the scope agents:read.

        Args:
            id: The id or the client_id of the agent.
            language: Only the code in this language.
            use: What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens.
        """
        return await self._transport.json("GET", f"/api/v1/agents/{segment(id)}/snippet", options, query={"language": language, "use": use})

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, active: bool | None = None, search: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.Agent]:
        """List agents.

        Newest first. Secrets are not shown. Admin key or operator session with the scope agents:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            active: Only those that are active, or only those that are not.
            search: How the name or the client_id begins, whatever the case, or the id, as it is spelled.
        """
        return self._transport.pages("GET", "/api/v1/agents", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "active": active, "search": search})

    async def rotate_dpop_key(self, id: str, body: t.AgentsRotateDpopKeyBody | None = None, **options: Unpack[Options]) -> t.AgentsRotateDpopKeyResult:
        """Replace the proof key of an agent.

        Pins the key given, as public_jwk or jkt; without one the agent is free to choose its next key. Ends the tokens bound to the old key, or all of them when no key was pinned. Admin key or operator session with the scope agents:write.

        Args:
            id: The id or the client_id of the agent.
        """
        return await self._transport.json("POST", f"/api/v1/agents/{segment(id)}/rotate-dpop-key", options, body=body)

    async def rotate_secret(self, id: str, **options: Unpack[Options]) -> t.AgentsRotateSecretResult:
        """Give an agent a new secret.

        The old secret stops at once. Admin key or operator session with the scope agents:write.

        Args:
            id: The id or the client_id of the agent.
        """
        return await self._transport.json("POST", f"/api/v1/agents/{segment(id)}/rotate-secret", options)

    async def update(self, id: str, body: t.AgentsUpdateBody | None = None, **options: Unpack[Options]) -> t.Agent:
        """Update an agent.

        A JSON merge patch (RFC 7396). active: false ends the tokens, codes and consents of the agent; a redirect URI that is left out ends the codes that nobody has redeemed yet, an added one ends nothing. Admin key or operator session with the scope agents:write.

        Args:
            id: The id or the client_id of the agent.
        """
        return await self._transport.json("PATCH", f"/api/v1/agents/{segment(id)}", options, body=body)


class AsyncApiKeys(AsyncResource):
    """`api_keys`"""

    async def create(self, body: t.ApiKeysCreateBody, **options: Unpack[Options]) -> t.ApiKeysCreateResult:
        """Create an API key.

        No other response carries the key. It allows no more than the credential that makes it, and a key that expires makes none that lives longer. Admin key or operator session with the scope api-keys:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/api-keys", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete an API key.

        It stops working at once, on every node. A key may delete itself. The last key that opens everything stays while nobody owns the server. The views it saved end with it; with dry_run it only answers how many, or why it can not be deleted. Admin key or operator session with the scope api-keys:write.

        Args:
            id: The id of the api key.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/api-keys/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.ApiKey:
        """Get an API key.

        With when and from where it was last used. Admin key or operator session with the scope api-keys:read.

        Args:
            id: The id of the api key.
        """
        return await self._transport.json("GET", f"/api/v1/api-keys/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, active: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.ApiKey]:
        """List API keys.

        Newest first. Of the key itself only its last letters are known. Admin key or operator session with the scope api-keys:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            active: Only those that work, or only those turned off or expired.
        """
        return self._transport.pages("GET", "/api/v1/api-keys", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "active": active})

    async def rotate(self, id: str, body: t.ApiKeysRotateBody | None = None, **options: Unpack[Options]) -> t.ApiKeysRotateResult:
        """Give an API key a new secret.

        The old secret stops working at once, or after overlap_seconds; an older one stops in either case. A key that expires rotates none that lives longer. Admin key or operator session with the scope api-keys:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the api key.
        """
        return await self._transport.json("POST", f"/api/v1/api-keys/{segment(id)}/rotate", options, body=body)

    async def update(self, id: str, body: t.ApiKeysUpdateBody | None = None, **options: Unpack[Options]) -> t.ApiKey:
        """Update an API key.

        A JSON merge patch (RFC 7396). Neither the key nor what it becomes may be wider than you; an expired key stays expired. Admin key or operator session with the scope api-keys:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the api key.
        """
        return await self._transport.json("PATCH", f"/api/v1/api-keys/{segment(id)}", options, body=body)


class AsyncApps(AsyncResource):
    """`apps`"""

    async def create(self, body: t.AppsCreateBody, **options: Unpack[Options]) -> t.AppsCreateResult:
        """Create an application.

        The type decides the defaults, and what the application may not have. The answer is the only one that carries client_secret. Admin key or operator session with the scope apps:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/apps", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.TokenDryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.TokenDryRun | None:
        """Delete an application.

        Ends its tokens, codes and consents with it. With dry_run it only answers what would end. Admin key or operator session with the scope apps:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id or the client_id of the application.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/apps/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.App:
        """Get an application.

        Without its secret, which was shown when it was made. Admin key or operator session with the scope apps:read.

        Args:
            id: The id or the client_id of the application.
        """
        return await self._transport.json("GET", f"/api/v1/admin/apps/{segment(id)}", options)

    async def get_snippet(self, id: str, *, language: Literal["node", "spa", "python", "go", "curl"] | None = None, use: Literal["sign_in", "token", "device", "exchange", "api"] | None = None, **options: Unpack[Options]) -> t.AppsGetSnippetResult | str:
        """Write code for an application.

        Working code with the client_id and the address of this server, in every language and for every use that fits. Secrets are names of the environment. With Accept: text/plain the response is the code itself, the first of those chosen. Admin key or operator session with the scope apps:read.

        Args:
            id: The id or the client_id of the application.
            language: Only the code in this language.
            use: What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens.
        """
        return await self._transport.json("GET", f"/api/v1/admin/apps/{segment(id)}/snippet", options, query={"language": language, "use": use})

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, type: Literal["web", "spa", "native", "machine"] | None = None, active: bool | None = None, search: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.App]:
        """List applications.

        Newest first. Secrets are not shown. Admin key or operator session with the scope apps:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            type: Only those of this type.
            active: Only those that are active, or only those that are not.
            search: How the name or the client_id begins, whatever the case, or the id, as it is spelled.
        """
        return self._transport.pages("GET", "/api/v1/admin/apps", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "type": type, "active": active, "search": search})

    async def rotate_secret(self, id: str, body: t.AppsRotateSecretBody | None = None, **options: Unpack[Options]) -> t.AppsRotateSecretResult:
        """Give an application a new secret.

        The old secret stops working at once, or after overlap_seconds; an older one stops in either case. Admin key or operator session with the scope apps:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id or the client_id of the application.
        """
        return await self._transport.json("POST", f"/api/v1/admin/apps/{segment(id)}/rotate-secret", options, body=body)

    async def update(self, id: str, body: t.AppsUpdateBody | None = None, **options: Unpack[Options]) -> t.App:
        """Update an application.

        A JSON merge patch (RFC 7396). active: false ends its tokens, codes and consents; a redirect URI that is left out ends the codes that nobody has redeemed yet, an added one ends nothing. Admin key or operator session with the scope apps:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id or the client_id of the application.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/apps/{segment(id)}", options, body=body)


class AsyncAuditLogsCheckpoints(AsyncResource):
    """`audit_logs.checkpoints`"""

    async def get(self, sequence: str, **options: Unpack[Options]) -> t.AuditCheckpointDetail:
        """Get the checkpoint that covers a place.

        The first checkpoint at a place of the chain or behind it, with the key that checks its statement: what somebody needs to keep it elsewhere and check it there. Admin key or operator session with the scope audit-logs:read.

        Args:
            sequence: A place in the chain: that of an entry, or of a checkpoint.
        """
        return await self._transport.json("GET", f"/api/v1/admin/audit-logs/checkpoints/{segment(sequence)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.AuditCheckpoint]:
        """List checkpoints of the audit log.

        The signed ends of sealed batches, newest first: each says that the chain had this hash at this place. A page looks at the signatures alone, never at the entries. Admin key or operator session with the scope audit-logs:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/admin/audit-logs/checkpoints", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncAuditLogs(AsyncResource):
    """`audit_logs`"""

    @property
    def checkpoints(self) -> AsyncAuditLogsCheckpoints:
        return AsyncAuditLogsCheckpoints(self._transport)

    def export(self, body: t.AuditLogsExportBody | None = None, **options: Unpack[Options]) -> AbstractAsyncContextManager[Response]:
        """Export audit entries.

        Takes the filters of the list and returns a file, newest entry first. It is streamed, at any size; a connection that ends early leaves a file without its last line. The export is an entry itself. Admin key or operator session with the scope audit-logs:read.
        """
        return self._transport.stream("POST", "/api/v1/audit-logs/export", options, body=body)

    async def get(self, id: str, **options: Unpack[Options]) -> t.AuditLogDetail:
        """Get an audit entry.

        One entry with its place in the hash chain and what its actor is called now. Admin key or operator session with the scope audit-logs:read.

        Args:
            id: The id of the audit log.
        """
        return await self._transport.json("GET", f"/api/v1/audit-logs/{segment(id)}", options)

    async def get_histogram(self, *, actor_type: Literal["user", "admin", "agent", "system"] | None = None, actor_id: str | None = None, action: str | None = None, target_type: str | None = None, target_id: str | None = None, status: Literal["success", "denied", "failure"] | None = None, from_: str | None = None, to: str | None = None, search: str | None = None, interval: Literal["day"] | None = None, **options: Unpack[Options]) -> t.AuditHistogram:
        """Count audit entries over time.

        Takes the filters of the list, and counts in some sixty stretches of the time between from and to, or of the last day. Counts the newest 10,000 entries that fit, or what fits among 5,000 where no single index answers. Admin key or operator session with the scope audit-logs:read.

        Args:
            actor_type: Only what this kind of actor did.
            actor_id: The id of a user, an API key or an OAuth client, or the name of a job.
            action: The name of an event, agent.created, or all of a noun: agent.*.
            target_type: The kind of thing it was done to: user, agent, client, …
            target_id: The id of what it was done to.
            status: Only those that ended so.
            from_: ISO 8601. The earliest time.
            to: ISO 8601. Entries before this time.
            search: Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case.
            interval: A stretch for each day in UTC, of at most 400, in place of some sixty.
        """
        return await self._transport.json("GET", "/api/v1/audit-logs/histogram", options, query={"actor_type": actor_type, "actor_id": actor_id, "action": action, "target_type": target_type, "target_id": target_id, "status": status, "from": from_, "to": to, "search": search, "interval": interval})

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, actor_type: Literal["user", "admin", "agent", "system"] | None = None, actor_id: str | None = None, action: str | None = None, target_type: str | None = None, target_id: str | None = None, status: Literal["success", "denied", "failure"] | None = None, from_: str | None = None, to: str | None = None, search: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.AuditLog]:
        """List audit entries.

        Newest first. With search, or with filters that no single index serves, a page looks at 5,000 entries and may hold fewer than limit, or none; next_cursor then goes on behind those. Admin key or operator session with the scope audit-logs:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            actor_type: Only what this kind of actor did.
            actor_id: The id of a user, an API key or an OAuth client, or the name of a job.
            action: The name of an event, agent.created, or all of a noun: agent.*.
            target_type: The kind of thing it was done to: user, agent, client, …
            target_id: The id of what it was done to.
            status: Only those that ended so.
            from_: ISO 8601. The earliest time.
            to: ISO 8601. Entries before this time.
            search: Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case.
        """
        return self._transport.pages("GET", "/api/v1/audit-logs", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "actor_type": actor_type, "actor_id": actor_id, "action": action, "target_type": target_type, "target_id": target_id, "status": status, "from": from_, "to": to, "search": search})

    async def purge(self, body: t.AuditLogsPurgeBody, **options: Unpack[Options]) -> t.AuditPurge:
        """Purge old audit entries.

        Removes the beginning of the chain up to the first entry that is not older than the cutoff, and leaves a signed marker: the rest still verifies, and the gap shows as what it is. Entries that do not verify are kept unless accept_broken says otherwise. Admin key or operator session with the scope audit-logs:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/audit-logs/purge", options, body=body)

    async def verify(self, *, after: int | None = None, through: int | None = None, anchor_sequence: int | None = None, anchor_hash: str | None = None, **options: Unpack[Options]) -> t.AuditVerification:
        """Verify the audit log.

        Walks the hash chain with its signed checkpoints and markers and names the first broken place. through stops it at a place. Works for five seconds at most; resume_after goes on. Who keeps checked_through and hash elsewhere and gives them as anchor learns even of a log that was cut off together with its signatures. Admin key or operator session with the scope audit-logs:read.

        Args:
            after: The resume_after of a response whose verification was not complete.
            through: The last place to look at: with after, the entries that one checkpoint covers.
            anchor_sequence: With anchor_hash: the checked_through and hash of an earlier response, kept elsewhere.
            anchor_hash: The hash that goes with the anchor.
        """
        return await self._transport.json("GET", "/api/v1/admin/audit-logs/verify", options, query={"after": after, "through": through, "anchor_sequence": anchor_sequence, "anchor_hash": anchor_hash})


class AsyncBrandingDraft(AsyncResource):
    """`branding.draft`"""

    async def delete(self, *, etag: str | None = None, **options: Unpack[Options]) -> None:
        """Throw the draft of the look away.

        What is published stays as it is. With etag, it is refused with branding_changed when the draft is not what the caller saw. Admin key or operator session with the scope branding:write.

        Args:
            etag: That of the draft that the caller saw.
        """
        return await self._transport.json("DELETE", "/api/v1/admin/branding/draft", options, query={"etag": etag})

    async def get(self, **options: Unpack[Options]) -> t.BrandingDraft:
        """Read the draft of the look.

        What will be published, as a whole; without a draft, what is published, with is_draft false. changes is what publishing would change, problems what keeps it from being published. Admin key or operator session with the scope branding:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/branding/draft", options)

    async def publish(self, body: t.BrandingDraftPublishBody, **options: Unpack[Options]) -> t.BrandingVersionDetail:
        """Publish the draft of the look.

        Pages, consent and mail follow within a second. Refused with contrast_too_low while it has problems, and with branding_changed when the draft or what is published is not what the caller saw. Admin key or operator session with the scope branding:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/branding/draft/publish", options, body=body)

    async def update(self, body: t.BrandingDraftPatch | None = None, **options: Unpack[Options]) -> t.BrandingDraft:
        """Change the draft of the look.

        A merge patch, which begins a draft where there is none. Nobody sees it before it is published. Colours that some people could not read are taken and told in problems. A draft that says what is published anyway is none. Admin key or operator session with the scope branding:write.
        """
        return await self._transport.json("PATCH", "/api/v1/admin/branding/draft", options, body=body)

    async def upload_logo(self, files: Files, **options: Unpack[Options]) -> t.BrandingDraft:
        """Upload a logo for the draft.

        The same pictures as for the published logo. Pages have it once the draft is published. Admin key or operator session with the scope branding:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/branding/draft/logo", options, files=files, keyed=True)


class AsyncBrandingTexts(AsyncResource):
    """`branding.texts`"""

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.BuiltInText]:
        """List the sentences of the hosted pages that can be chosen.

        Each with what is built in. What was chosen instead stands in texts of the branding. Admin key or operator session with the scope branding:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/admin/branding/texts", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncBrandingVersions(AsyncResource):
    """`branding.versions`"""

    async def get(self, version: str, **options: Unpack[Options]) -> t.BrandingVersionDetail:
        """Get a version of the look.

        As a whole, with what restoring it would change. Admin key or operator session with the scope branding:read.

        Args:
            version: Its number.
        """
        return await self._transport.json("GET", f"/api/v1/admin/branding/versions/{segment(version)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.BrandingVersion]:
        """List the versions of the look.

        Newest first: each state that was published, and what it changed. The last fifty are kept. Admin key or operator session with the scope branding:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/admin/branding/versions", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def restore(self, version: str, body: t.BrandingVersionsRestoreBody, **options: Unpack[Options]) -> t.BrandingVersionDetail:
        """Publish a version of the look again.

        As a new version, at once. Where its logo was removed since, the name stands in its place, and logo_removed says so. Refused with branding_changed when what is published is not what the caller saw. Admin key or operator session with the scope branding:write.

        Args:
            version: Its number.
        """
        return await self._transport.json("POST", f"/api/v1/admin/branding/versions/{segment(version)}/restore", options, body=body)


class AsyncBranding(AsyncResource):
    """`branding`"""

    @property
    def draft(self) -> AsyncBrandingDraft:
        return AsyncBrandingDraft(self._transport)

    @property
    def texts(self) -> AsyncBrandingTexts:
        return AsyncBrandingTexts(self._transport)

    @property
    def versions(self) -> AsyncBrandingVersions:
        return AsyncBrandingVersions(self._transport)

    @overload
    async def delete_logo(self, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete_logo(self, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete_logo(self, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Remove the logo.

        Pages and mail show the name instead. Earlier logos, kept for messages that were sent, go too; one that only the draft has stays. With dry_run it only answers how many. Admin key or operator session with the scope branding:write.

        Args:
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", "/api/v1/admin/branding/logo", options, query={"dry_run": dry_run})

    async def get(self, **options: Unpack[Options]) -> t.Branding:
        """Read how the hosted pages look.

        What was chosen, and the palette that follows from it. GET /api/v1/admin/branding/texts has the sentences that are built in. Admin key or operator session with the scope branding:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/branding", options)

    async def preview(self, page: str, *, version: str | None = None, locale: Literal["en", "es"] | None = None, texts: str | None = None, scheme: Literal["light", "dark"] | None = None, **options: Unpack[Options]) -> str:
        """Show a hosted page in the look of the draft or of a version.

        The real page with made-up people, as a picture for a frame of the console: it runs nothing, sends nothing, and no other site may frame it. Pages: sign-in, sign-up, consent, device, mfa, password-reset, magic-link, link-sent, verify-email, signed-out, error. Admin key or operator session with the scope branding:read.

        Args:
            page: The page.
            version: A version; without it the draft, or what is published where there is none.
            locale: The locale.
            texts: Sentences as somebody is writing them: a JSON object by key, in the language of the page. An empty one is as built in. Browsers that are led here by a link see none of them.
            scheme: light when it is not said.
        """
        return await self._transport.text("GET", f"/api/v1/admin/branding/preview/{segment(page)}", options, query={"version": version, "locale": locale, "texts": texts, "scheme": scheme})

    async def update(self, body: t.BrandingPatch | None = None, **options: Unpack[Options]) -> t.Branding:
        """Change name, colours, fonts, links and sentences of the hosted pages.

        A merge patch: null goes back to the default. Pages, consent and mail follow within a second. Colours that some people could not read are refused with contrast_too_low; details.pairs names the nearest that fit. Admin key or operator session with the scope branding:write.
        """
        return await self._transport.json("PATCH", "/api/v1/admin/branding", options, body=body)

    async def update_design_tokens(self, body: t.DesignTokens | None = None, **options: Unpack[Options]) -> t.Branding:
        """Change the fine print of the look.

        A merge patch at both depths. The pairs of colours it touches must stay readable, as for the accent. Admin key or operator session with the scope branding:write.
        """
        return await self._transport.json("PATCH", "/api/v1/admin/branding/design-tokens", options, body=body)

    async def upload_logo(self, files: Files, **options: Unpack[Options]) -> t.Branding:
        """Upload the logo.

        Takes the place of the one before. At most 256 KiB, 16 to 2048 pixels each way; served without authentication under a name made from its bytes. Admin key or operator session with the scope branding:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/branding/logo", options, files=files, keyed=True)


class AsyncConsents(AsyncResource):
    """`consents`"""

    async def create(self, body: t.ConsentsCreateBody, **options: Unpack[Options]) -> t.AdminConsent:
        """Give a consent for a user.

        The person is not asked again about what is allowed here. Widens a consent that exists already. Admin key or operator session with the scope consents:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/consents", options, body=body, keyed=True)

    async def get(self, id: str, **options: Unpack[Options]) -> t.AdminConsent:
        """Get a living consent.

        One that was taken back is not found. Admin key or operator session with the scope consents:read.

        Args:
            id: The id of the consent.
        """
        return await self._transport.json("GET", f"/api/v1/admin/oauth/consents/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, user_id: str | None = None, client_id: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.AdminConsent]:
        """List living consents.

        Of all users, newest first: which client may do what for whom. Admin key or operator session with the scope consents:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            user_id: The id of a user.
            client_id: The client_id of a client.
        """
        return self._transport.pages("GET", "/api/v1/admin/oauth/consents", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "user_id": user_id, "client_id": client_id})

    @overload
    async def revoke(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.TokenDryRun: ...
    @overload
    async def revoke(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def revoke(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.TokenDryRun | None:
        """Take a consent back for a user.

        Ends every code and token that came from it, in one transaction. With dry_run it only answers what would end. Admin key or operator session with the scope consents:write.

        Args:
            id: The id of the consent.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/oauth/consents/{segment(id)}", options, query={"dry_run": dry_run})


class AsyncDelegations(AsyncResource):
    """`delegations`"""

    async def get_map(self, *, limit: int | None = None, before: str | None = None, from_: str | None = None, to: str | None = None, min_depth: int | None = None, broken: bool | None = None, actor: str | None = None, **options: Unpack[Options]) -> t.DelegationMap:
        """Map who acts for whom.

        People, clients and resources, and the lines between them, from the tokens that were made by exchange in a time, newest first. A page looks at `limit` tokens and shows whole chains of those that fit; next_before goes on with older ones. A token stays for a day after it expired. To end what is below a line, revoke its tokens by their jti, with dry_run to count first. Admin key or operator session with the scope tokens:read.

        Args:
            limit: How many tokens to look at.
            before: The next_before of another answer, to go on with older tokens.
            from_: ISO 8601. A day ago when not given.
            to: ISO 8601. Tokens before this time.
            min_depth: Chains with so many hops at least.
            broken: Only chains in which a token ended before its time.
            actor: Only chains with this user id, client_id or resource.
        """
        return await self._transport.json("GET", "/api/v1/admin/delegations", options, query={"limit": limit, "before": before, "from": from_, "to": to, "min_depth": min_depth, "broken": broken, "actor": actor})


class AsyncDeviceCodes(AsyncResource):
    """`device_codes`"""

    async def approve(self, user_code: str, body: t.DeviceCodesApproveBody, **options: Unpack[Options]) -> t.DeviceCodesApproveResult:
        """Approve a device for a user.

        Gives the consent too. No session stands behind the tokens; they end with the consent. A code of the command line is refused: it is approved on the page, by an operator in their own name. Admin key or operator session with the scope consents:write.

        Args:
            user_code: The code that the device shows.
        """
        return await self._transport.json("POST", f"/api/v1/admin/oauth/device-codes/{segment(user_code)}/approve", options, body=body)

    async def deny(self, user_code: str, **options: Unpack[Options]) -> t.DeviceCodesDenyResult:
        """Deny a device.

        The next poll of the device gets access_denied. Nobody can approve it afterwards. Admin key or operator session with the scope consents:write.

        Args:
            user_code: The code that the device shows.
        """
        return await self._transport.json("POST", f"/api/v1/admin/oauth/device-codes/{segment(user_code)}/deny", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.DeviceCode]:
        """List devices that wait for a decision.

        Newest first, until they are decided or expire. What the device polls with is not shown. Admin key or operator session with the scope consents:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/admin/oauth/device-codes", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncEmailDevInbox(AsyncResource):
    """`email.dev_inbox`"""

    async def clear(self, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.EmailDevInboxClearResult:
        """Empty the dev inbox.

        Only while the e-mail provider is dev. With dry_run it only answers how many messages there are. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).

        Args:
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", "/api/v1/admin/dev/emails", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.DevEmail:
        """Get a message of the dev inbox.

        As it would have been sent. Only while the e-mail provider is dev. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the email.
        """
        return await self._transport.json("GET", f"/api/v1/admin/dev/emails/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, to: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.DevEmail]:
        """List messages in the dev inbox.

        Only while the e-mail provider is dev. The links in messages open accounts, so reading takes full access. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            to: Only messages to this address.
        """
        return self._transport.pages("GET", "/api/v1/admin/dev/emails", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "to": to})


class AsyncEmailTemplates(AsyncResource):
    """`email.templates`"""

    async def get(self, id: str, *, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> t.EmailTemplate:
        """Get an e-mail template.

        The text in use, and the variables it may name. Admin key or operator session with the scope email:read.

        Args:
            id: The name of a template: verify, reset, magic_link, invitation, welcome, new_sign_in, password_changed, email_changed, mfa_changed, passkey_added, account_linked, operator_changed, webhook_disabled, account_deleted.
            locale: The language of the template.
        """
        return await self._transport.json("GET", f"/api/v1/admin/email-templates/{segment(id)}", options, query={"locale": locale})

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> AsyncPages[t.EmailTemplate]:
        """List e-mail templates.

        In one language; in the order of their kinds, whether changed or not. Admin key or operator session with the scope email:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            locale: The language of the template.
        """
        return self._transport.pages("GET", "/api/v1/admin/email-templates", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "locale": locale})

    async def preview(self, id: str, body: t.EmailTemplatesPreviewBody | None = None, *, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> t.EmailTemplatesPreviewResult:
        """Preview an e-mail template.

        What is given is shown unsaved, with sample values. Show the html in a sandboxed frame: it is markup that an operator wrote. Admin key or operator session with the scope email:read.

        Args:
            id: The name of a template: verify, reset, magic_link, invitation, welcome, new_sign_in, password_changed, email_changed, mfa_changed, passkey_added, account_linked, operator_changed, webhook_disabled, account_deleted.
            locale: The language of the template.
        """
        return await self._transport.json("POST", f"/api/v1/admin/email-templates/{segment(id)}/preview", options, query={"locale": locale}, body=body)

    async def reset(self, id: str, *, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> t.EmailTemplate:
        """Take the built-in e-mail template back.

        Subject and text become what they were at first. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The name of a template: verify, reset, magic_link, invitation, welcome, new_sign_in, password_changed, email_changed, mfa_changed, passkey_added, account_linked, operator_changed, webhook_disabled, account_deleted.
            locale: The language of the template.
        """
        return await self._transport.json("POST", f"/api/v1/admin/email-templates/{segment(id)}/reset", options, query={"locale": locale})

    async def send_test(self, id: str, body: t.EmailTemplatesSendTestBody, *, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> t.EmailTemplatesSendTestResult:
        """Send an e-mail template with sample values.

        Sent at once, so that the response says whether it was delivered to the mail server, and if not, why. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The name of a template: verify, reset, magic_link, invitation, welcome, new_sign_in, password_changed, email_changed, mfa_changed, passkey_added, account_linked, operator_changed, webhook_disabled, account_deleted.
            locale: The language of the template.
        """
        return await self._transport.json("POST", f"/api/v1/admin/email-templates/{segment(id)}/send-test", options, query={"locale": locale}, body=body)

    async def update(self, id: str, body: t.EmailTemplatesUpdateBody | None = None, *, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> t.EmailTemplate:
        """Change an e-mail template.

        A merge patch: null takes the built-in text back. A variable that the template does not have is an error. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The name of a template: verify, reset, magic_link, invitation, welcome, new_sign_in, password_changed, email_changed, mfa_changed, passkey_added, account_linked, operator_changed, webhook_disabled, account_deleted.
            locale: The language of the template.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/email-templates/{segment(id)}", options, query={"locale": locale}, body=body)


class AsyncEmail(AsyncResource):
    """`email`"""

    @property
    def dev_inbox(self) -> AsyncEmailDevInbox:
        return AsyncEmailDevInbox(self._transport)

    @property
    def templates(self) -> AsyncEmailTemplates:
        return AsyncEmailTemplates(self._transport)

    async def get_config(self, **options: Unpack[Options]) -> t.EmailGetConfigResult:
        """Read how mail is sent.

        The set-up, and whether messages wait. The password is never shown. Admin key or operator session with the scope email:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/email-config", options)

    async def preview(self, template: str, *, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> str:
        """Show a template as a message.

        The HTML it becomes with sample values. Admin key or operator session with the scope email:read.

        Args:
            template: The name of a template: verify, reset, magic_link, invitation, welcome, new_sign_in, password_changed, email_changed, mfa_changed, passkey_added, account_linked, operator_changed, webhook_disabled, account_deleted.
            locale: The language of the template.
        """
        return await self._transport.text("GET", f"/api/v1/admin/email-preview/{segment(template)}", options, query={"locale": locale})

    async def send_test(self, body: t.EmailSendTestBody, *, locale: Literal["en", "es"] | None = None, **options: Unpack[Options]) -> t.EmailSendTestResult:
        """Send a test message.

        Sent at once, so that the response says whether it was delivered to the mail server, and if not, why. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).

        Args:
            locale: The language of the template.
        """
        return await self._transport.json("POST", "/api/v1/admin/test-email", options, query={"locale": locale}, body=body)

    async def update_config(self, body: t.EmailConfigPatch | None = None, **options: Unpack[Options]) -> t.EmailUpdateConfigResult:
        """Change how mail is sent.

        A merge patch: null goes back to the default. The password is stored encrypted and never shown; it must be given again when the mail server changes. Admin key or operator session with the scope email:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("PATCH", "/api/v1/admin/email-config", options, body=body)


class AsyncEvents(AsyncResource):
    """`events`"""

    def stream(self, *, kinds: str | None = None, after: int | None = None, **options: Unpack[Options]) -> AbstractAsyncContextManager[Response]:
        """Follow what happens.

        Server-sent events, of whatever node they happened on, a second or two after their commit. `ready` says that the stream begins; `event` carries one recorded event in short, as JSON: `id`, `sequence`, `action`, `actor_type`, `actor_id`, `target_type`, `target_id`, `status`, `request_id` and `created_at` of the audit entry, and in `ids` the ids of what it is about; `skipped` how many were passed over because the reader was more than 2,000 behind. `changed` names in `action` what changed without an event of its own: `device_code.changed`, `webhook_delivery.changed`, `email_inbox.changed`, `health.changed`, `gateway.changed`, each for those whose scopes let them read it. The id of an event is its place in the chain: a reader that sends it as Last-Event-ID, or as `after`, goes on behind it and misses nothing, on any node. A comment comes every 15 seconds when nothing else does. The stream ends within a second when the key or session that opened it does, or may read nothing any more. Whoever may not read the audit log is told of what their scopes let them read: users:read of people, sessions:read of sessions. Admin key or operator session with any of the scopes users:read, agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.

        Args:
            kinds: Names of events, or globs, with commas between: `token.*,consent.*`. Everything when not given.
            after: The id of the last event that was seen, for readers that can send no Last-Event-ID.
        """
        return self._transport.stream("GET", "/api/v1/admin/events/stream", options, query={"kinds": kinds, "after": after})


class AsyncFlowsRuns(AsyncResource):
    """`flows.runs`"""

    async def get(self, run_id: str, **options: Unpack[Options]) -> t.FlowRunDetail:
        """Get a run.

        What became of one sign-in, step by step. People read its id when a flow ends their sign-in. Admin key or operator session with the scope flows:read.

        Args:
            run_id: The id of the run.
        """
        return await self._transport.json("GET", f"/api/v1/admin/flows/runs/{segment(run_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, user_id: str | None = None, state: Literal["ready", "running", "waiting", "passed", "denied", "failed", "ended", "expired"] | None = None, **options: Unpack[Options]) -> AsyncPages[t.FlowRun]:
        """List the runs of an auth flow.

        Newest first. They are kept for the days of the setting flows.run_retention_days. Admin key or operator session with the scope flows:read.

        Args:
            id: The id of the flow.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            user_id: The id of a user.
            state: Only those in this state.
        """
        return self._transport.pages("GET", f"/api/v1/admin/flows/{segment(id)}/runs", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "user_id": user_id, "state": state})


class AsyncFlowsSteps(AsyncResource):
    """`flows.steps`"""

    async def get(self, **options: Unpack[Options]) -> t.FlowsStepsGetResult:
        """Get what flows are made of.

        Each type of step and each condition, with the JSON schema of what it takes. Admin key or operator session with the scope flows:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/flows/steps", options)


class AsyncFlowsVersions(AsyncResource):
    """`flows.versions`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.FlowVersion]:
        """List the versions of an auth flow.

        Newest first: what it was with each save. The last hundred are kept. Admin key or operator session with the scope flows:read.

        Args:
            id: The id of the flow.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/admin/flows/{segment(id)}/versions", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def restore(self, id: str, version: str, body: t.FlowsVersionsRestoreBody, **options: Unpack[Options]) -> t.Flow:
        """Restore a version of an auth flow.

        The flow becomes what it was then, with its name, trigger, conditions, priority and whether it takes sign-ins, as a new version. What its steps lead to and name is looked at as on a save: where one of them is gone, details.errors names the step, and nothing changes. The caller needs the scopes of all its steps. Admin key or operator session with the scope flows:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the flow.
            version: Its number.
        """
        return await self._transport.json("POST", f"/api/v1/admin/flows/{segment(id)}/versions/{segment(version)}/restore", options, body=body)


class AsyncFlows(AsyncResource):
    """`flows`"""

    @property
    def runs(self) -> AsyncFlowsRuns:
        return AsyncFlowsRuns(self._transport)

    @property
    def steps(self) -> AsyncFlowsSteps:
        return AsyncFlowsSteps(self._transport)

    @property
    def versions(self) -> AsyncFlowsVersions:
        return AsyncFlowsVersions(self._transport)

    async def create(self, body: t.FlowsCreateBody, **options: Unpack[Options]) -> t.FlowsCreateResult:
        """Create an auth flow.

        It takes sign-ins at once, unless enabled is false. Steps that do what a scope is for need that scope, too: users:read for webhook, users:write for set_metadata, roles:write for assign_role, organizations:write for add_to_org. No other response carries the secret, but that of rotate-secret. Admin key or operator session with the scope flows:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/flows", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete an auth flow.

        Sign-ins that wait in it end; its runs stay for a while. With dry_run it only answers what would end. Admin key or operator session with the scope flows:write.

        Args:
            id: The id of the flow.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/flows/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.Flow:
        """Get an auth flow.

        As its last save made it, without its secret. Admin key or operator session with the scope flows:read.

        Args:
            id: The id of the flow.
        """
        return await self._transport.json("GET", f"/api/v1/admin/flows/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"] | None = None, enabled: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Flow]:
        """List auth flows.

        Newest first. Which of them takes a sign-in is decided by priority. Admin key or operator session with the scope flows:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            trigger: The trigger.
            enabled: The enabled.
        """
        return self._transport.pages("GET", "/api/v1/admin/flows", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "trigger": trigger, "enabled": enabled})

    async def rotate_secret(self, id: str, body: t.FlowsRotateSecretBody | None = None, **options: Unpack[Options]) -> t.FlowsRotateSecretResult:
        """Give an auth flow a new secret.

        Calls of its webhook steps are signed with it; with overlap_seconds the old one signs, too, for a while. Admin key or operator session with the scopes flows:write and users:read; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the flow.
        """
        return await self._transport.json("POST", f"/api/v1/admin/flows/{segment(id)}/rotate-secret", options, body=body)

    async def test(self, id: str, body: t.FlowsTestBody | None = None, *, live_webhooks: bool | None = None, **options: Unpack[Options]) -> t.FlowTest:
        """Try an auth flow out.

        A dry run: nothing is written, and nobody is called unless live_webhooks asks for that. Each step says what it would do and what its conditions saw; a step that waits is taken as done. Admin key or operator session with the scopes flows:write and users:read.

        Args:
            id: The id of the flow.
            live_webhooks: Really asks the servers of webhook steps, with test: true in what they get.
        """
        return await self._transport.json("POST", f"/api/v1/admin/flows/{segment(id)}/test", options, query={"live_webhooks": live_webhooks}, body=body)

    async def update(self, id: str, body: t.FlowsUpdateBody | None = None, **options: Unpack[Options]) -> t.Flow:
        """Update an auth flow.

        A JSON merge patch (RFC 7396): steps are replaced as a whole, conditions member by member, and all of them by null. What it changes is a new version. The caller needs the scopes of all its steps, except to rename it or turn it off. Admin key or operator session with the scope flows:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the flow.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/flows/{segment(id)}", options, body=body)


class AsyncLogs(AsyncResource):
    """`logs`"""

    def stream(self, *, level: Literal["debug", "info", "warn", "error"] | None = None, **options: Unpack[Options]) -> AbstractAsyncContextManager[Response]:
        """Follow the log.

        Server-sent events: `log` carries one structured line as JSON, `dropped` how many lines were lost because they were read too slowly. A comment comes every 15 seconds when nothing else does. The stream is of the one process that answers, from now on, and ends within a second when the key or session that opened it does. Admin key or operator session with the scope logs:read.

        Args:
            level: Lines at least this bad.
        """
        return self._transport.stream("GET", "/api/v1/admin/logs/stream", options, query={"level": level})


class AsyncOauthProviders(AsyncResource):
    """`oauth_providers`"""

    async def create(self, body: t.OauthProvidersCreateBody, **options: Unpack[Options]) -> t.OAuthProvider:
        """Set up a provider to sign in with.

        Register the callback_url of the response with the provider. Admin key or operator session with the scope providers:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/oauth-providers", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a provider.

        People who signed in through it alone need another way: the link to their account there is gone. With dry_run it only answers what would end with it. Admin key or operator session with the scope providers:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the oauth provider.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/oauth-providers/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.OAuthProvider:
        """Get a provider.

        With the callback_url to register there. The secret is not shown. Admin key or operator session with the scope providers:read.

        Args:
            id: The id of the oauth provider.
        """
        return await self._transport.json("GET", f"/api/v1/admin/oauth-providers/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.OAuthProvider]:
        """List providers.

        Newest first. Secrets are not shown; has_secret says whether there is one. Admin key or operator session with the scope providers:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/admin/oauth-providers", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def update(self, id: str, body: t.OauthProvidersUpdateBody | None = None, **options: Unpack[Options]) -> t.OAuthProvider:
        """Update a provider.

        A JSON merge patch (RFC 7396). Name, kind and issuer stay as they are: delete the provider to change them. Admin key or operator session with the scope providers:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the oauth provider.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/oauth-providers/{segment(id)}", options, body=body)


class AsyncOrganizationsInvitations(AsyncResource):
    """`organizations.invitations`"""

    async def create(self, id: str, body: t.OrganizationsInvitationsCreateBody, **options: Unpack[Options]) -> t.OrganizationInvitation:
        """Invite somebody to an organization.

        Mails a link that is good for seven days; a newer invitation takes the place of an earlier one. As member when no role is named. A member needs the permission organization:invite, and a role that permits all the invited one’s does. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
        """
        return await self._transport.json("POST", f"/api/v1/admin/organizations/{segment(id)}/invitations", options, body=body, keyed=True)

    async def get(self, id: str, invitation_id: str, **options: Unpack[Options]) -> t.OrganizationInvitation:
        """Get an invitation of an organization.

        Also one that is over, for 30 days. A member needs the permission organization:invite. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the organization.
            invitation_id: The id of the invitation.
        """
        return await self._transport.json("GET", f"/api/v1/admin/organizations/{segment(id)}/invitations/{segment(invitation_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, state: Literal["pending", "accepted", "declined", "revoked", "expired"] | None = None, **options: Unpack[Options]) -> AsyncPages[t.OrganizationInvitation]:
        """List the invitations of an organization.

        They are kept for 30 days after their time. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the organization.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            state: Only those in this state.
        """
        return self._transport.pages("GET", f"/api/v1/admin/organizations/{segment(id)}/invitations", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "state": state})

    async def resend(self, id: str, invitation_id: str, **options: Unpack[Options]) -> t.OrganizationInvitation:
        """Send an invitation again.

        With a new link for another seven days, also when the time of the first was over. The earlier link is void. A member needs the permission organization:invite, and a role that permits all the invited one’s does. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
            invitation_id: The id of the invitation.
        """
        return await self._transport.json("POST", f"/api/v1/admin/organizations/{segment(id)}/invitations/{segment(invitation_id)}/resend", options)

    @overload
    async def revoke(self, id: str, invitation_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def revoke(self, id: str, invitation_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def revoke(self, id: str, invitation_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Take an invitation back.

        The link that was mailed is void at once. With dry_run it only answers whether it could be taken back. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
            invitation_id: The id of the invitation.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/organizations/{segment(id)}/invitations/{segment(invitation_id)}", options, query={"dry_run": dry_run})


class AsyncOrganizationsMembers(AsyncResource):
    """`organizations.members`"""

    async def add(self, id: str, body: t.OrganizationsMembersAddBody, **options: Unpack[Options]) -> t.OrganizationMember:
        """Make a user a member of an organization.

        Without asking them; to ask, invite. As member when no role is named. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
        """
        return await self._transport.json("POST", f"/api/v1/admin/organizations/{segment(id)}/members", options, body=body, keyed=True)

    async def get(self, id: str, uid: str, **options: Unpack[Options]) -> t.OrganizationMember:
        """Get a member of an organization.

        By the id of the user, with their role there. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the organization.
            uid: The id of the member.
        """
        return await self._transport.json("GET", f"/api/v1/admin/organizations/{segment(id)}/members/{segment(uid)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.OrganizationMember]:
        """List the members of an organization.

        By when they joined, newest first, each with their role. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the organization.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/admin/organizations/{segment(id)}/members", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    @overload
    async def remove(self, id: str, uid: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def remove(self, id: str, uid: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def remove(self, id: str, uid: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Remove a member from an organization.

        Role, permissions and open invitations end at once. A member needs the permission organization:manage-members and a role that permits all the other’s does. The last owner stays. With dry_run it only answers what would end with the membership. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
            uid: The id of the member.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/organizations/{segment(id)}/members/{segment(uid)}", options, query={"dry_run": dry_run})

    async def update(self, id: str, uid: str, body: t.OrganizationsMembersUpdateBody, **options: Unpack[Options]) -> t.OrganizationMember:
        """Give a member another role.

        A member needs the permission organization:manage-members and a role that permits all the old and the new one do. The last owner stays an owner. Open invitations that the member could no longer extend end with the change. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
            uid: The id of the member.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/organizations/{segment(id)}/members/{segment(uid)}", options, body=body)


class AsyncOrganizationsRoles(AsyncResource):
    """`organizations.roles`"""

    async def create(self, id: str, body: t.OrganizationsRolesCreateBody, **options: Unpack[Options]) -> t.OrganizationRole:
        """Create a role of an organization.

        A member needs the permission organization:manage-roles, and can put into a role only what their own permits. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
        """
        return await self._transport.json("POST", f"/api/v1/admin/organizations/{segment(id)}/roles", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, role_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, role_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, role_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a role of an organization.

        One that no member has and no open invitation names. So nothing else ends with it; with dry_run it only answers whether it could be deleted. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
            role_id: The id of the role.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/organizations/{segment(id)}/roles/{segment(role_id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, role_id: str, **options: Unpack[Options]) -> t.OrganizationRole:
        """Get a role of an organization.

        With what it permits. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the organization.
            role_id: The id of the role.
        """
        return await self._transport.json("GET", f"/api/v1/admin/organizations/{segment(id)}/roles/{segment(role_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.OrganizationRole]:
        """List the roles of an organization.

        The three that every organization has, and its own. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the organization.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/admin/organizations/{segment(id)}/roles", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def replace(self, id: str, role_id: str, body: t.OrganizationsRolesReplaceBody, **options: Unpack[Options]) -> t.OrganizationRole:
        """Replace a role of an organization.

        Description and permissions; the name stays. Whoever has the role may do so from then on. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
            role_id: The id of the role.
        """
        return await self._transport.json("PUT", f"/api/v1/admin/organizations/{segment(id)}/roles/{segment(role_id)}", options, body=body)


class AsyncOrganizations(AsyncResource):
    """`organizations`"""

    @property
    def invitations(self) -> AsyncOrganizationsInvitations:
        return AsyncOrganizationsInvitations(self._transport)

    @property
    def members(self) -> AsyncOrganizationsMembers:
        return AsyncOrganizationsMembers(self._transport)

    @property
    def roles(self) -> AsyncOrganizationsRoles:
        return AsyncOrganizationsRoles(self._transport)

    async def create(self, body: t.OrganizationsCreateBody, **options: Unpack[Options]) -> t.Organization:
        """Create an organization.

        With the roles owner, admin and member. The first owner comes with owner_id, or is added or invited later. Admin key or operator session with the scope organizations:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/organizations", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete an organization.

        With its memberships, roles and invitations, in one transaction. Its people stay. With dry_run it only answers what would end with it. Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/organizations/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.Organization:
        """Get an organization.

        With its metadata; members, roles and invitations have lists of their own. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the organization.
        """
        return await self._transport.json("GET", f"/api/v1/admin/organizations/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, search: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.Organization]:
        """List organizations.

        Newest first. Admin key or operator session with the scope organizations:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            search: How the name or the slug begins, whatever the case, or the id, as it is spelled.
        """
        return self._transport.pages("GET", "/api/v1/admin/organizations", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "search": search})

    async def update(self, id: str, body: t.OrganizationsUpdateBody | None = None, **options: Unpack[Options]) -> t.Organization:
        """Update an organization.

        A JSON merge patch (RFC 7396). Admin key or operator session with the scope organizations:write.

        Args:
            id: The id of the organization.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/organizations/{segment(id)}", options, body=body)


class AsyncPermissionsRoles(AsyncResource):
    """`permissions.roles`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Role]:
        """List the roles that hold a permission.

        By when they got it, newest first. Roles that hold a wildcard over it are listed under the wildcard. Admin key or operator session with the scope permissions:read.

        Args:
            id: The id of the permission.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/permissions/{segment(id)}/roles", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncPermissionsUsage(AsyncResource):
    """`permissions.usage`"""

    def list(self, *, ids: str, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.PermissionUsage]:
        """Count the roles and users of permissions.

        Newest first; ids that are unknown are left out. Admin key or operator session with the scope permissions:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            ids: Ids of permissions with commas between them, at most 100.
        """
        return self._transport.pages("GET", "/api/v1/admin/permissions/batch-usage", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "ids": ids})


class AsyncPermissionsUsers(AsyncResource):
    """`permissions.users`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.PermissionHolder]:
        """List the users who hold a permission.

        Through the roles of GET /permissions/{id}/roles. Holders of a wildcard are listed under the wildcard. Admin key or operator session with the scope users:read.

        Args:
            id: The id of the permission.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/permissions/{segment(id)}/users", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncPermissions(AsyncResource):
    """`permissions`"""

    @property
    def roles(self) -> AsyncPermissionsRoles:
        return AsyncPermissionsRoles(self._transport)

    @property
    def usage(self) -> AsyncPermissionsUsage:
        return AsyncPermissionsUsage(self._transport)

    @property
    def users(self) -> AsyncPermissionsUsers:
        return AsyncPermissionsUsers(self._transport)

    async def check(self, body: t.PermissionsCheckBody, **options: Unpack[Options]) -> t.AccessVerdict:
        """Ask whether a user may do something.

        Name the permission as one text, or as resource and action. The status is 200 either way; the body says which role grants it, or why not; a user who is unknown or disabled may do nothing. It holds for the moment it is given. Admin key or operator session with the scope permissions:read.
        """
        return await self._transport.json("POST", "/api/v1/auth/check", options, body=body)

    async def create(self, body: t.PermissionsCreateBody | None = None, **options: Unpack[Options]) -> t.Permission:
        """Create a permission.

        As permission, or as resource and action. Roles hold permissions that are listed here. Admin key or operator session with the scope permissions:write.
        """
        return await self._transport.json("POST", "/api/v1/permissions", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a permission.

        Takes it from every role that holds it; the event says how many that were. Wildcards over it stay. With dry_run it only answers how many. Admin key or operator session with the scope permissions:write.

        Args:
            id: The id of the permission.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/permissions/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.Permission:
        """Get a permission.

        Who holds it has lists of its own. Admin key or operator session with the scope permissions:read.

        Args:
            id: The id of the permission.
        """
        return await self._transport.json("GET", f"/api/v1/permissions/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, permission: str | None = None, resource: str | None = None, action: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.Permission]:
        """List permissions.

        Newest first; resource and action narrow the list. Admin key or operator session with the scope permissions:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            permission: The one of this name.
            resource: Only those of this resource.
            action: Only those of this action.
        """
        return self._transport.pages("GET", "/api/v1/permissions", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "permission": permission, "resource": resource, "action": action})


class AsyncProxyRules(AsyncResource):
    """`proxy.rules`"""

    async def compiled(self, **options: Unpack[Options]) -> t.ProxyRulesCompiledResult:
        """Show the rules as they are asked.

        The set that this node holds requests against, host by host: rules that are enabled, in their order. Admin key or operator session with the scope proxy:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/proxy/rules", options)

    async def create(self, body: t.ProxyRulesCreateBody, **options: Unpack[Options]) -> t.ProxyRule:
        """Create a rule of the gateway.

        Every node decides by it within a second. Of the rules that fit a request the one with the highest priority decides; where none fits nobody comes through. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/proxy/rules/db", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a rule of the gateway.

        What only it let through is denied on every node within a second. With dry_run it only answers what would end. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the db.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/proxy/rules/db/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.ProxyRule:
        """Get a rule of the gateway.

        As it is stored. Admin key or operator session with the scope proxy:read.

        Args:
            id: The id of the db.
        """
        return await self._transport.json("GET", f"/api/v1/admin/proxy/rules/db/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, upstream_id: str | None = None, app_id: str | None = None, enabled: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.ProxyRule]:
        """List the rules of the gateway.

        As they are stored, newest first; GET /api/v1/admin/proxy/rules shows the order in which they are asked. Admin key or operator session with the scope proxy:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            upstream_id: Only those of this host.
            app_id: Only those of this application.
            enabled: Only those that hold, or only those that do not.
        """
        return self._transport.pages("GET", "/api/v1/admin/proxy/rules/db", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "upstream_id": upstream_id, "app_id": app_id, "enabled": enabled})

    async def update(self, id: str, body: t.ProxyRulesUpdateBody | None = None, **options: Unpack[Options]) -> t.ProxyRule:
        """Update a rule of the gateway.

        A JSON merge patch (RFC 7396); lists are replaced as a whole. Where the rule holds stays. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the db.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/proxy/rules/db/{segment(id)}", options, body=body)


class AsyncProxyUpstreams(AsyncResource):
    """`proxy.upstreams`"""

    async def create(self, body: t.ProxyUpstreamsCreateBody, **options: Unpack[Options]) -> t.ProxyUpstream:
        """Put a host behind the gateway.

        Until it has a rule nobody comes through. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/proxy/upstreams", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Take a host from the gateway.

        With its rules. With dry_run it only answers what would end. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the upstream.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/proxy/upstreams/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.ProxyUpstream:
        """Get a host behind the gateway.

        With the resource that tokens for it name. Admin key or operator session with the scope proxy:read.

        Args:
            id: The id of the upstream.
        """
        return await self._transport.json("GET", f"/api/v1/admin/proxy/upstreams/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, host: str | None = None, app_id: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.ProxyUpstream]:
        """List the hosts behind the gateway.

        Newest first; host and app_id narrow the list. Admin key or operator session with the scope proxy:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            host: The one of this host.
            app_id: Only those of this application.
        """
        return self._transport.pages("GET", "/api/v1/admin/proxy/upstreams", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "host": host, "app_id": app_id})

    async def update(self, id: str, body: t.ProxyUpstreamsUpdateBody | None = None, **options: Unpack[Options]) -> t.ProxyUpstream:
        """Update a host behind the gateway.

        A JSON merge patch (RFC 7396). Every node follows within a second; requests in flight end where they began. The host stays: delete it to change it. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the upstream.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/proxy/upstreams/{segment(id)}", options, body=body)


class AsyncProxy(AsyncResource):
    """`proxy`"""

    @property
    def rules(self) -> AsyncProxyRules:
        return AsyncProxyRules(self._transport)

    @property
    def upstreams(self) -> AsyncProxyUpstreams:
        return AsyncProxyUpstreams(self._transport)

    async def lifecycle(self, **options: Unpack[Options]) -> t.ProxyLifecycle:
        """Show whether the gateway runs.

        What is wanted of every node, and how the one that responds stands. Admin key or operator session with the scope proxy:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/proxy/lifecycle", options)

    async def reload(self, **options: Unpack[Options]) -> t.ProxyLifecycle:
        """Compile the rules and connect to the upstreams anew.

        On every node, within a second, without dropping a request. Changes of rules need none of it; it closes circuit breakers and finds upstreams whose names lead elsewhere now. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/proxy/reload", options)

    async def simulate(self, body: t.ProxySimulateBody, **options: Unpack[Options]) -> t.ProxySimulateResult:
        """Ask what the gateway would decide.

        About anybody: a person known here, or somebody described. It decides by the same rules as for a real request and sends nothing anywhere. Without identity nobody is signed in. Admin key or operator session with the scope proxy:read.
        """
        return await self._transport.json("POST", "/api/v1/admin/proxy/simulate", options, body=body)

    async def start(self, **options: Unpack[Options]) -> t.ProxyLifecycle:
        """Start the gateway.

        On every node, within a second. One that can not listen says why in last_error, and tries on. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/proxy/start", options)

    async def status(self, **options: Unpack[Options]) -> t.ProxyStatusResult:
        """Show how the gateway does.

        On the node that responds, all of its processes together: each upstream with its circuit breaker, and the figures of the last minute. Admin key or operator session with the scope proxy:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/proxy/status", options)

    async def stop(self, **options: Unpack[Options]) -> t.ProxyLifecycle:
        """Stop the gateway.

        On every node, within a second, until it is started again: also after a restart. Requests in flight finish; WebSockets end. Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/proxy/stop", options)

    def stream_status(self, **options: Unpack[Options]) -> AbstractAsyncContextManager[Response]:
        """Follow how the gateway does.

        Server-sent events: `status` carries what GET /api/v1/admin/proxy/status responds, every second. The stream is of the one node that responds, and ends within a second when the key or session that opened it does. Admin key or operator session with the scope proxy:read.
        """
        return self._transport.stream("GET", "/api/v1/admin/proxy/status/stream", options)


class AsyncResources(AsyncResource):
    """`resources`"""

    async def create(self, body: t.ResourcesCreateBody, **options: Unpack[Options]) -> t.Resource:
        """List a resource that tokens can be for.

        An API or an MCP server, by the address that clients send as resource. Let it serve protected_resource_metadata of the response. Admin key or operator session with the scope resources:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/resources", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a resource.

        Ends the codes that nobody has redeemed. Access tokens for it live out their time, and none is renewed. With dry_run it only answers what would end. Admin key or operator session with the scope resources:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the resource.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/resources/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.Resource:
        """Get a resource.

        With its scopes and the document it serves itself. Admin key or operator session with the scope resources:read.

        Args:
            id: The id of the resource.
        """
        return await self._transport.json("GET", f"/api/v1/admin/resources/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, uri: str | None = None, open_to: Literal["all", "trusted", "named"] | None = None, **options: Unpack[Options]) -> AsyncPages[t.Resource]:
        """List resources.

        Newest first; uri and open_to narrow the list. Admin key or operator session with the scope resources:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            uri: The one at this address.
            open_to: Only those open to these clients.
        """
        return self._transport.pages("GET", "/api/v1/admin/resources", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "uri": uri, "open_to": open_to})

    async def update(self, id: str, body: t.ResourcesUpdateBody | None = None, **options: Unpack[Options]) -> t.Resource:
        """Update a resource.

        A JSON merge patch (RFC 7396); scopes are replaced as a whole. The address stays: delete the resource to change it. A scope that is left out is not renewed to clients that registered themselves and do not have it registered. Admin key or operator session with the scope resources:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the resource.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/resources/{segment(id)}", options, body=body)


class AsyncRolesPermissions(AsyncResource):
    """`roles.permissions`"""

    async def add(self, id: str, body: t.RolesPermissionsAddBody, **options: Unpack[Options]) -> t.Permission:
        """Let a role hold a permission.

        Answers the permission. 200 when the role held it already. Admin key or operator session with the scope roles:write.

        Args:
            id: The id of the role.
        """
        return await self._transport.json("POST", f"/api/v1/roles/{segment(id)}/permissions", options, body=body)

    async def get(self, id: str, pid: str, **options: Unpack[Options]) -> t.Permission:
        """Get a permission that a role holds.

        Found only while the role holds it. Admin key or operator session with the scope roles:read.

        Args:
            id: The id of the role.
            pid: The id of the permission.
        """
        return await self._transport.json("GET", f"/api/v1/roles/{segment(id)}/permissions/{segment(pid)}", options)

    @overload
    async def remove(self, id: str, pid: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def remove(self, id: str, pid: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def remove(self, id: str, pid: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Take a permission from a role.

        Everybody who has the role loses it at once. With dry_run it only answers what would end with it, which is nothing. Admin key or operator session with the scope roles:write.

        Args:
            id: The id of the role.
            pid: The id of the permission.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/roles/{segment(id)}/permissions/{segment(pid)}", options, query={"dry_run": dry_run})


class AsyncRolesUsers(AsyncResource):
    """`roles.users`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.RoleHolder]:
        """List the users who have a role.

        By when they got it, newest first; whose role has expired is left out. Admin key or operator session with the scopes users:read and roles:read.

        Args:
            id: The id of the role.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/roles/{segment(id)}/users", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncRoles(AsyncResource):
    """`roles`"""

    @property
    def permissions(self) -> AsyncRolesPermissions:
        return AsyncRolesPermissions(self._transport)

    @property
    def users(self) -> AsyncRolesUsers:
        return AsyncRolesUsers(self._transport)

    async def create(self, body: t.RolesCreateBody, **options: Unpack[Options]) -> t.RoleWithPermissions:
        """Create a role.

        For people in the applications that ask. It opens nothing of this server: that is system_role of a user. Admin key or operator session with the scope roles:write.
        """
        return await self._transport.json("POST", "/api/v1/roles", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a role.

        Takes it from everybody who has it; the event says how many that were. With dry_run it only answers that. Admin key or operator session with the scope roles:write.

        Args:
            id: The id of the role.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/roles/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.RoleWithPermissions:
        """Get a role.

        With the permissions it holds. Admin key or operator session with the scope roles:read.

        Args:
            id: The id of the role.
        """
        return await self._transport.json("GET", f"/api/v1/roles/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, name: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.Role]:
        """List roles.

        Without what they hold. Admin key or operator session with the scope roles:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            name: The one of this name.
        """
        return self._transport.pages("GET", "/api/v1/roles", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "name": name})

    async def replace(self, id: str, body: t.RolesReplaceBody, **options: Unpack[Options]) -> t.RoleWithPermissions:
        """Replace a role.

        The role becomes what the body says: a description or permissions that are left out are cleared. Single permissions are added and removed by routes of their own. Admin key or operator session with the scope roles:write.

        Args:
            id: The id of the role.
        """
        return await self._transport.json("PUT", f"/api/v1/roles/{segment(id)}", options, body=body)


class AsyncSavedViews(AsyncResource):
    """`saved_views`"""

    async def create(self, body: t.CreateSavedView, **options: Unpack[Options]) -> t.SavedView:
        """Save a view.

        A list with its filters, under a name. It opens nothing: whoever opens it sees of the list what they may read. It is private unless shared says so. Admin key or operator session with any of the scopes users:read, agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.
        """
        return await self._transport.json("POST", "/api/v1/admin/saved-views", options, body=body, keyed=True)

    async def delete(self, id: str, **options: Unpack[Options]) -> None:
        """Delete a saved view.

        By whoever made it; one that is shared by whoever has full access as well. Admin key or operator session with any of the scopes users:read, agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.

        Args:
            id: The id of the saved view.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/saved-views/{segment(id)}", options)

    async def get(self, id: str, **options: Unpack[Options]) -> t.SavedView:
        """Get a saved view.

        One of the caller, or one that is shared. Admin key or operator session with any of the scopes users:read, agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.

        Args:
            id: The id of the saved view.
        """
        return await self._transport.json("GET", f"/api/v1/admin/saved-views/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, list: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.SavedView]:
        """List saved views.

        Those of the caller and those that are shared, newest first; list narrows them to those of one list. Admin key or operator session with any of the scopes users:read, agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            list: Only views of this list.
        """
        return self._transport.pages("GET", "/api/v1/admin/saved-views", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "list": list})


class AsyncSearch(AsyncResource):
    """`search`"""

    async def find(self, *, q: str, **options: Unpack[Options]) -> t.SearchResult:
        """Find things by name or id.

        Everything that the text names or begins to name, of the kinds whose scopes the caller has: people by name and address, agents and apps by name and client_id, organizations, roles, permissions, resources, API keys, webhooks, connections, flows, providers and hosts by theirs, and by its whole id whatever has one, the jti of a token among them. Admin key or operator session with any of the scopes users:read, agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.

        Args:
            q: An id, as it is spelled, or how a name, an address or a client_id begins: there ASCII letters match in either case.
        """
        return await self._transport.json("GET", "/api/v1/admin/search", options, query={"q": q})


class AsyncSessions(AsyncResource):
    """`sessions`"""

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, user_id: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.Session]:
        """List living sessions.

        Newest first, with whose each is and where it was last seen. Admin key or operator session with the scope sessions:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            user_id: The id of a user.
        """
        return self._transport.pages("GET", "/api/v1/admin/sessions", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "user_id": user_id})

    async def purge_expired(self, body: t.SessionsPurgeExpiredBody | None = None, **options: Unpack[Options]) -> t.SessionsPurgeExpiredResult:
        """Remove what is left of sessions that are over.

        A job does the same from time to time; nobody is signed out by it. With dry_run it only answers how many there are. Admin key or operator session with the scope sessions:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/sessions/purge-expired", options, body=body)

    @overload
    async def revoke(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def revoke(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def revoke(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """End a session.

        With every token that came from it. With dry_run it only answers what would end with it. Admin key or operator session with the scope sessions:write.

        Args:
            id: The id of the session.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/sessions/{segment(id)}", options, query={"dry_run": dry_run})

    async def revoke_all(self, *, dry_run: bool | None = None, include_own: bool | None = None, **options: Unpack[Options]) -> t.SessionsRevokeAllResult:
        """Sign everybody out.

        Ends every session and every token that came from one. The session of whoever asks goes on unless include_own says otherwise. Those of people who run the server end only for an owner, or with the scope *. Admin key or operator session with the scope sessions:write.

        Args:
            dry_run: Answer what would end, and change nothing.
            include_own: Also the session this request came with.
        """
        return await self._transport.json("DELETE", "/api/v1/admin/sessions", options, query={"dry_run": dry_run, "include_own": include_own})


class AsyncSigningKeys(AsyncResource):
    """`signing_keys`"""

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.SigningKey]:
        """List the signing keys.

        Newest first, without their private halves. Keys that left the key set are listed for another day. Admin key or operator session with the scope signing-keys:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/admin/signing-keys", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    @overload
    async def revoke(self, kid: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.TokenDryRun: ...
    @overload
    async def revoke(self, kid: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def revoke(self, kid: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.TokenDryRun | None:
        """Drop a signing key that leaked.

        It leaves the key set, and the access tokens it signed end with all that descends from them, on every node within a second. Refresh tokens go on, so clients get new tokens by themselves. Of an active key the next one takes the place at once. Whoever verifies tokens without asking this server takes those of the dropped key for as long as it keeps the key set it has, five minutes at most. With dry_run it only answers what would end. Admin key or operator session with the scope signing-keys:write; a person needs a fresh proof (reauthentication_required).

        Args:
            kid: The id of the signing key.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/signing-keys/{segment(kid)}", options, query={"dry_run": dry_run})

    async def rotate(self, **options: Unpack[Options]) -> t.SigningKeyRotation:
        """Rotate the signing key.

        New tokens are signed by the key that was published ahead, on every node within a second, and another is published to follow it. Tokens of the old key stay valid: it remains in the key set for twice the access token lifetime. Admin key or operator session with the scope signing-keys:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/auth/rotate-signing-key", options)


class AsyncSsoConnections(AsyncResource):
    """`sso_connections`"""

    async def create(self, body: t.SsoConnectionsCreateBody, **options: Unpack[Options]) -> t.SsoConnection:
        """Set up a connection for single sign-on.

        By OpenID Connect (oidc) or SAML (saml). Give the identity provider the redirect_uri, or the sp_entity_id and acs_url, of the response. It signs people in once a domain of it is verified. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/sso/connections", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a connection for single sign-on.

        With its domains and what it knew people by. The people stay, and need another way to sign in. With dry_run it only answers what would end. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/sso/connections/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.SsoConnection:
        """Get a connection for single sign-on.

        With the addresses to give to the identity provider. The secret is not shown. Admin key or operator session with the scope sso:read.

        Args:
            id: The id of the connection.
        """
        return await self._transport.json("GET", f"/api/v1/sso/connections/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, type: Literal["saml", "oidc"] | None = None, enabled: bool | None = None, organization_id: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.SsoConnection]:
        """List the connections for single sign-on.

        Newest first. Secrets are not shown; has_secret says whether there is one. Admin key or operator session with the scope sso:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            type: The protocol. It stays.
            enabled: The enabled.
            organization_id: Only those of this organization.
        """
        return self._transport.pages("GET", "/api/v1/sso/connections", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "type": type, "enabled": enabled, "organization_id": organization_id})

    async def replace(self, id: str, body: t.SsoConnectionsReplaceBody, **options: Unpack[Options]) -> t.SsoConnection:
        """Replace a connection for single sign-on.

        What is left out is as in a new one, but for the client_secret, which stays. Each change, and turning it off, also ends the sign-ins that are under way. The type stays, and so does the issuer or entity id while people sign in through it. With current_version, it is refused with sso_connection_changed where somebody changed the connection since. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
        """
        return await self._transport.json("PUT", f"/api/v1/sso/connections/{segment(id)}", options, body=body)

    async def test(self, id: str, **options: Unpack[Options]) -> t.SsoTestLink:
        """Make a link to try a connection with.

        Whoever opens it signs in at the identity provider and sees what it said and what would come of it. Nobody is signed in here, and nothing is written. The link is good for an hour, and for the connection as it is; one that is turned off has none. Admin key or operator session with the scope sso:write.

        Args:
            id: The id of the connection.
        """
        return await self._transport.json("POST", f"/api/v1/sso/connections/{segment(id)}/test", options)


class AsyncSsoDomains(AsyncResource):
    """`sso_domains`"""

    async def create(self, id: str, body: t.SsoDomainsCreateBody, **options: Unpack[Options]) -> t.SsoDomain:
        """Add a domain to a connection.

        The response has the TXT record that proves it. Until the domain is verified, nobody with an address of it is signed up or led to the connection. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
        """
        return await self._transport.json("POST", f"/api/v1/sso/connections/{segment(id)}/domains", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, domain_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, domain_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, domain_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a domain of a connection.

        People that the connection knows go on signing in through it. With dry_run it only answers what would end with it, which is nothing. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
            domain_id: The id of the domain.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/sso/connections/{segment(id)}/domains/{segment(domain_id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, domain_id: str, **options: Unpack[Options]) -> t.SsoDomain:
        """Get a domain of a connection.

        With the TXT record that proves it. Admin key or operator session with the scope sso:read.

        Args:
            id: The id of the connection.
            domain_id: The id of the domain.
        """
        return await self._transport.json("GET", f"/api/v1/sso/connections/{segment(id)}/domains/{segment(domain_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.SsoDomain]:
        """List the domains of a connection.

        Newest first, each with the TXT record that proves it. Admin key or operator session with the scope sso:read.

        Args:
            id: The id of the connection.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/sso/connections/{segment(id)}/domains", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def verify(self, id: str, domain_id: str, body: t.SsoDomainsVerifyBody | None = None, **options: Unpack[Options]) -> t.SsoDomain:
        """Verify a domain of a connection.

        Looks for the TXT record, or with by=operator takes your word that the domain belongs to whoever runs the identity provider: every address of it is then what that provider says. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
            domain_id: The id of the domain.
        """
        return await self._transport.json("POST", f"/api/v1/sso/connections/{segment(id)}/domains/{segment(domain_id)}/verify", options, body=body)


class AsyncSsoSamlKeys(AsyncResource):
    """`sso_saml_keys`"""

    async def activate(self, id: str, key_id: str, **options: Unpack[Options]) -> t.SsoSamlKey:
        """Let a key of a connection by SAML sign.

        The key that signed until now goes on decrypting until it is deleted. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
            key_id: The id of the saml key.
        """
        return await self._transport.json("POST", f"/api/v1/sso/connections/{segment(id)}/saml-keys/{segment(key_id)}/activate", options)

    async def create(self, id: str, **options: Unpack[Options]) -> t.SsoSamlKey:
        """Add a key to a connection by SAML.

        The first step of a rollover: the key stands in our metadata and decrypts, and the one before goes on signing. Once the identity provider has read the metadata again, activate it and delete the old one. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
        """
        return await self._transport.json("POST", f"/api/v1/sso/connections/{segment(id)}/saml-keys", options, keyed=True)

    @overload
    async def delete(self, id: str, key_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, key_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, key_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a key of a connection by SAML.

        One that does not sign. With dry_run it only answers what would end with it, which is nothing, or why it can not be deleted. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
            key_id: The id of the saml key.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/sso/connections/{segment(id)}/saml-keys/{segment(key_id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, key_id: str, **options: Unpack[Options]) -> t.SsoSamlKey:
        """Get one of our keys of a connection by SAML.

        Its certificate, never its private half. Admin key or operator session with the scope sso:read.

        Args:
            id: The id of the connection.
            key_id: The id of the saml key.
        """
        return await self._transport.json("GET", f"/api/v1/sso/connections/{segment(id)}/saml-keys/{segment(key_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.SsoSamlKey]:
        """List our keys of a connection by SAML.

        Newest first. The active one signs; each decrypts, and stands in our metadata. Admin key or operator session with the scope sso:read.

        Args:
            id: The id of the connection.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/sso/connections/{segment(id)}/saml-keys", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncSsoScimTokens(AsyncResource):
    """`sso_scim_tokens`"""

    async def create(self, id: str, body: t.SsoScimTokensCreateBody, **options: Unpack[Options]) -> t.SsoScimTokensCreateResult:
        """Make a provisioning token for a connection.

        Give the identity provider the base_url and the token of the response, which is shown this once. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
        """
        return await self._transport.json("POST", f"/api/v1/sso/connections/{segment(id)}/scim-tokens", options, body=body, keyed=True)

    async def get(self, id: str, token_id: str, **options: Unpack[Options]) -> t.ScimToken:
        """Get a provisioning token of a connection.

        Without its secret. Admin key or operator session with the scope sso:read.

        Args:
            id: The id of the connection.
            token_id: The id of the scim token.
        """
        return await self._transport.json("GET", f"/api/v1/sso/connections/{segment(id)}/scim-tokens/{segment(token_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.ScimToken]:
        """List the provisioning tokens of a connection.

        Newest first, without their secrets. Admin key or operator session with the scope sso:read.

        Args:
            id: The id of the connection.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/sso/connections/{segment(id)}/scim-tokens", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    @overload
    async def revoke(self, id: str, token_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def revoke(self, id: str, token_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def revoke(self, id: str, token_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Revoke a provisioning token of a connection.

        People and groups stay as they are. With dry_run it only answers what would end with it, which is nothing. Admin key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the connection.
            token_id: The id of the scim token.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/sso/connections/{segment(id)}/scim-tokens/{segment(token_id)}", options, query={"dry_run": dry_run})


class AsyncStats(AsyncResource):
    """`stats`"""

    async def get(self, **options: Unpack[Options]) -> t.Stats:
        """Read how many there are.

        Counted in the background every few seconds, not while you wait: `as_of` says when. Admin key or operator session with the scope system:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/stats", options)

    async def get_acting(self, *, window: Literal["24h", "7d", "30d"] | None = None, **options: Unpack[Options]) -> t.Acting:
        """Read who acts for whom.

        People, the agents that acted for them, and the resources those got tokens for, from counts by the hour: a token counts ten seconds after it was issued. Names of people are told to whoever may read users. Admin key or operator session with the scopes system:read and tokens:read.

        Args:
            window: By whole hours, the one under way included.
        """
        return await self._transport.json("GET", "/api/v1/admin/stats/acting", options, query={"window": window})

    async def get_clients(self, *, client_ids: str, days: int | None = None, interval: Literal["hour", "day"] | None = None, **options: Unpack[Options]) -> t.ClientCurves:
        """Read how many tokens clients got over time.

        Access tokens of each client, from counts by the hour. Admin key or operator session with the scopes system:read and tokens:read.

        Args:
            client_ids: The client_ids of 50 clients at most, with commas between.
            days: How many days, today included.
            interval: How long each number counts. Days are UTC.
        """
        return await self._transport.json("GET", "/api/v1/admin/stats/clients", options, query={"client_ids": client_ids, "days": days, "interval": interval})

    async def get_trends(self, *, days: int | None = None, interval: Literal["hour", "day"] | None = None, **options: Unpack[Options]) -> t.Trends:
        """Read what happened over time.

        From counts by the hour that are made a few seconds after things happen, and kept for 400 days. Admin key or operator session with the scope system:read.

        Args:
            days: How many days, today included. By the hour at most 7.
            interval: How long each point lasts. Days are UTC.
        """
        return await self._transport.json("GET", "/api/v1/admin/stats/trends", options, query={"days": days, "interval": interval})


class AsyncSystem(AsyncResource):
    """`system`"""

    async def bootstrap(self, body: t.SystemBootstrapBody, **options: Unpack[Options]) -> t.User:
        """Set the server up.

        Creates the first owner and signs them in. The token in the body is the credential; it works once, and no token works once there is an owner. Where operators.require_second_factor says so the session opens nothing before the owner has set up a second factor; signing in says how. Open to everybody: nobody has an account yet; the setup token is the credential and works once.
        """
        return await self._transport.json("POST", "/api/v1/admin/bootstrap/consume", options, body=body)

    async def check_health(self, **options: Unpack[Options]) -> t.SystemCheckHealthResult:
        """Check health.

        For the supervisor of the process. It never says why the database can’t be reached: the log does. Open to everybody.
        """
        return await self._transport.json("GET", "/healthz", options)

    async def check_readiness(self, **options: Unpack[Options]) -> t.SystemCheckReadinessResult:
        """Check readiness.

        For load balancers. 503 as soon as the server drains before it stops, and while the database takes no writes, such as on a full disk. A finding about writes counts for two seconds. Open to everybody.
        """
        return await self._transport.json("GET", "/readyz", options)

    async def get_bootstrap_status(self, **options: Unpack[Options]) -> t.BootstrapStatus:
        """Tell whether the server is set up.

        Whether somebody owns the server. Says nothing else, because it is asked before anybody can sign in. Open to everybody.
        """
        return await self._transport.json("GET", "/api/v1/admin/bootstrap/status", options)

    async def get_config(self, **options: Unpack[Options]) -> t.Settings:
        """Read the runtime settings.

        All of them, with the default where nothing was set. Secrets are masked. Admin key or operator session with the scope system:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/config", options)

    async def get_first_key(self, **options: Unpack[Options]) -> t.FirstKey:
        """Read the first admin key.

        For 30 minutes after a start, until the server is set up, and by default only from the machine it runs on and with a base URL on localhost; 404 otherwise. Open to everybody.
        """
        return await self._transport.json("GET", "/api/v1/admin/firstboot/key", options)

    async def get_health_report(self, **options: Unpack[Options]) -> t.HealthReport:
        """Read the health report.

        Seen from the process that responds: database, migrations, keys, mail. Admin key or operator session with the scope system:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/health", options)

    async def get_metrics(self, **options: Unpack[Options]) -> str:
        """Read metrics.

        Prometheus text, for an admin key with the scope metrics:read. Where the base URL is on localhost, this machine needs none. Open to everybody.
        """
        return await self._transport.text("GET", "/metrics", options)

    async def get_mode(self, **options: Unpack[Options]) -> t.Mode:
        """Read the mode.

        dev or production; both serve everything, dev forgives more. Admin key or operator session with the scope system:read.
        """
        return await self._transport.json("GET", "/api/v1/admin/system/mode", options)

    async def reset(self, body: t.Reset, **options: Unpack[Options]) -> t.ResetDone:
        """Wipe sessions, tokens and audit logs.

        People, clients, agents, policies, consents, settings and keys stay; everybody signs in anew. A signed marker of the wipe survives. Applications are not told that their sessions ended. Admin key or operator session with the scope system:write; every scope must be open to the caller; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/system/reset", options, body=body)

    async def swap_mode(self, body: t.SwapMode | None = None, **options: Unpack[Options]) -> t.SwappedMode:
        """Swap the mode.

        Requests under way finish under the old mode, those that come meanwhile wait and run under the new one: none is lost. Other nodes follow within a second. Admin key or operator session with the scope system:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/system/swap-mode", options, body=body)

    async def update_config(self, body: t.SettingsPatch | None = None, **options: Unpack[Options]) -> t.Settings:
        """Change runtime settings.

        A merge patch: what is not named stays, null goes back to the default. Every node follows within a second. Admin key or operator session with the scope system:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("PATCH", "/api/v1/admin/config", options, body=body)


class AsyncTokens(AsyncResource):
    """`tokens`"""

    async def get(self, id: str, **options: Unpack[Options]) -> t.TokenTrace:
        """Trace a token.

        A token by its jti: its line from the root down, what was made of it, and why it is alive or dead. Admin key or operator session with the scope tokens:read.

        Args:
            id: The jti.
        """
        return await self._transport.json("GET", f"/api/v1/admin/tokens/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, client_id: str | None = None, user_id: str | None = None, active: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Token]:
        """List tokens.

        Newest first, with what each descends from: of everybody, or of a client, a person, or both. A token stays for a day after it expired. With active, and with both a client and a person, a page looks at 2,000 tokens and may hold fewer than limit; next_cursor goes on. Beyond 100,000 there is no total, and none beyond the 2,000 that such a page looks at. The tokens themselves are nowhere to be read. Admin key or operator session with the scope tokens:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            client_id: The client_id of a client.
            user_id: The id of a user.
            active: Only those that live, or with false only those that are over. Needs client_id or user_id.
        """
        return self._transport.pages("GET", "/api/v1/admin/tokens", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "client_id": client_id, "user_id": user_id, "active": active})

    async def revoke_by_jti(self, body: t.TokensRevokeByJtiBody, **options: Unpack[Options]) -> t.TokensRevokeByJtiResult:
        """Revoke one token by its jti.

        Ends the token and everything that descends from it. Admin key or operator session with the scope tokens:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/auth/revoke-jti", options, body=body)

    async def revoke_by_pattern(self, body: t.TokensRevokeByPatternBody, **options: Unpack[Options]) -> t.TokensRevokeByPatternResult:
        """Revoke the tokens of every client that matches a pattern.

        The clients stay active and may issue new tokens at once. Writes one audit event. Admin key or operator session with the scope tokens:write.
        """
        return await self._transport.json("POST", "/api/v1/admin/oauth/revoke-by-pattern", options, body=body)


class AsyncUsersAgents(AsyncResource):
    """`users.agents`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.ActingClient]:
        """List agents and apps that act for a user.

        Whoever has a living consent or token for them, and how many tokens live. Admin key or operator session with the scope users:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/agents", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def revoke(self, id: str, body: t.UsersAgentsRevokeBody | None = None, **options: Unpack[Options]) -> t.UsersAgentsRevokeResult:
        """Stop agents and apps from acting for a user.

        Ends their consents, codes and tokens for this user in one transaction, and nobody else’s. Admin key or operator session with the scope users:write.

        Args:
            id: The id of the user.
        """
        return await self._transport.json("POST", f"/api/v1/users/{segment(id)}/revoke-agents", options, body=body)


class AsyncUsersApiKeys(AsyncResource):
    """`users.api_keys`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.ApiKey]:
        """List the API keys that go back to a user.

        Newest first: those the user made, and those that were made by these. They go on without their maker; also for a user who was deleted. Admin key or operator session with the scope api-keys:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/api-keys", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncUsersAuditLogs(AsyncResource):
    """`users.audit_logs`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.AuditLog]:
        """List audit entries of a user.

        What the user did, and what was done to them. Admin key or operator session with the scope users:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/audit-logs", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncUsersOauthAccounts(AsyncResource):
    """`users.oauth_accounts`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.OAuthAccount]:
        """List the accounts a user has at providers.

        Each is a way for the user to sign in. Admin key or operator session with the scope users:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/oauth-accounts", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    @overload
    async def unlink(self, id: str, oauth_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def unlink(self, id: str, oauth_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def unlink(self, id: str, oauth_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Unlink an account at a provider from its user.

        Also the last way to sign in that a user has. With dry_run it only answers what would end with it, which is nothing. Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the user.
            oauth_id: The id of the oauth account.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/users/{segment(id)}/oauth-accounts/{segment(oauth_id)}", options, query={"dry_run": dry_run})


class AsyncUsersOrganizations(AsyncResource):
    """`users.organizations`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Membership]:
        """List the organizations of a user.

        With what the user is there. Admin key or operator session with the scope organizations:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/organizations", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncUsersPasskeys(AsyncResource):
    """`users.passkeys`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Passkey]:
        """List a user’s passkeys.

        Names and dates; nothing that would let anybody sign in. Admin key or operator session with the scope users:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/passkeys", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncUsersPermissions(AsyncResource):
    """`users.permissions`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.EffectivePermission]:
        """List what a user may do.

        Every listed permission the user has through a global role, wildcards spelled out, each with the roles that grant it. What organizations grant counts only there: POST /auth/check with organization_id. Admin key or operator session with the scope permissions:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/permissions", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncUsersRoles(AsyncResource):
    """`users.roles`"""

    async def assign(self, id: str, body: t.UsersRolesAssignBody, **options: Unpack[Options]) -> t.AssignedRole:
        """Give a user a role.

        The user has it until expires_at, or until it is taken away. 200 when they had the role already: it then ends when this request says. Roles of people who run the server are changed only by an owner, or with the scope *. Admin key or operator session with the scope roles:write.

        Args:
            id: The id of the user.
        """
        return await self._transport.json("POST", f"/api/v1/users/{segment(id)}/roles", options, body=body)

    async def get(self, id: str, rid: str, **options: Unpack[Options]) -> t.AssignedRole:
        """Get a role of a user.

        With when the user got it, from whom, and until when they have it. Admin key or operator session with the scope roles:read.

        Args:
            id: The id of the user.
            rid: The id of the role.
        """
        return await self._transport.json("GET", f"/api/v1/users/{segment(id)}/roles/{segment(rid)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.AssignedRole]:
        """List the roles of a user.

        By when the user got them, newest first. Admin key or operator session with the scope roles:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/roles", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    @overload
    async def unassign(self, id: str, rid: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def unassign(self, id: str, rid: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def unassign(self, id: str, rid: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Take a role from a user.

        Roles of people who run the server are changed only by an owner, or with the scope *. With dry_run it only answers what would end with it, which is nothing. Admin key or operator session with the scope roles:write.

        Args:
            id: The id of the user.
            rid: The id of the role.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/users/{segment(id)}/roles/{segment(rid)}", options, query={"dry_run": dry_run})


class AsyncUsersSessions(AsyncResource):
    """`users.sessions`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Session]:
        """List the living sessions of a user.

        Newest first, with where each was last seen. Admin key or operator session with the scope sessions:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/sessions", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def revoke_all(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.UsersSessionsRevokeAllResult:
        """Sign a user out everywhere.

        Ends every session of the user and every token that came from one. With dry_run it changes nothing. Admin key or operator session with the scope sessions:write.

        Args:
            id: The id of the user.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/users/{segment(id)}/sessions", options, query={"dry_run": dry_run})


class AsyncUsersSsoIdentities(AsyncResource):
    """`users.sso_identities`"""

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.SsoIdentity]:
        """List where a user signs in by single sign-on.

        Newest first: what each connection knows the user by. Admin key or operator session with the scope users:read.

        Args:
            id: The id of the user.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", f"/api/v1/users/{segment(id)}/sso-identities", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    @overload
    async def unlink(self, id: str, identity_id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def unlink(self, id: str, identity_id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def unlink(self, id: str, identity_id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Take single sign-on by a connection from a user.

        With what their groups there gave, and the sessions that it opened. Who comes back through it proves the account anew, unless the company provisions them; to keep somebody out, disable the user. With dry_run it only answers what would end with it. Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the user.
            identity_id: The id of the sso identity.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/users/{segment(id)}/sso-identities/{segment(identity_id)}", options, query={"dry_run": dry_run})


class AsyncUsers(AsyncResource):
    """`users`"""

    @property
    def agents(self) -> AsyncUsersAgents:
        return AsyncUsersAgents(self._transport)

    @property
    def api_keys(self) -> AsyncUsersApiKeys:
        return AsyncUsersApiKeys(self._transport)

    @property
    def audit_logs(self) -> AsyncUsersAuditLogs:
        return AsyncUsersAuditLogs(self._transport)

    @property
    def oauth_accounts(self) -> AsyncUsersOauthAccounts:
        return AsyncUsersOauthAccounts(self._transport)

    @property
    def organizations(self) -> AsyncUsersOrganizations:
        return AsyncUsersOrganizations(self._transport)

    @property
    def passkeys(self) -> AsyncUsersPasskeys:
        return AsyncUsersPasskeys(self._transport)

    @property
    def permissions(self) -> AsyncUsersPermissions:
        return AsyncUsersPermissions(self._transport)

    @property
    def roles(self) -> AsyncUsersRoles:
        return AsyncUsersRoles(self._transport)

    @property
    def sessions(self) -> AsyncUsersSessions:
        return AsyncUsersSessions(self._transport)

    @property
    def sso_identities(self) -> AsyncUsersSsoIdentities:
        return AsyncUsersSsoIdentities(self._transport)

    async def create(self, body: t.UsersCreateBody, **options: Unpack[Options]) -> t.AdminUser:
        """Create a user.

        Sends no mail. POST /users/{id}/verify/send lets the person prove the address. Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/users", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], keys: Literal["revoke"] | None = None, **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, keys: Literal["revoke"] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, keys: Literal["revoke"] | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a user.

        With everything that hangs on them, in one transaction. Who takes the address later inherits nothing. API keys go on without their maker unless keys=revoke says otherwise. With dry_run it only answers what would end. Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the user.
            dry_run: Answer what would end, and change nothing.
            keys: Also ends the API keys that the person made, and those that were made by these. Takes api-keys:write, and no key wider than the caller’s own.
        """
        return await self._transport.json("DELETE", f"/api/v1/users/{segment(id)}", options, query={"dry_run": dry_run, "keys": keys})

    @overload
    async def disable_mfa(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def disable_mfa(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def disable_mfa(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Take a user’s second factor away.

        For people who lost their authenticator app and their recovery codes. They can set up another one; their sessions and passkeys go on. For a user without one nothing changes. With dry_run it only answers what would end with it. Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the user.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/users/{segment(id)}/mfa", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.AdminUser:
        """Get a user.

        With metadata, and since when they are disabled. Admin key or operator session with the scope users:read.

        Args:
            id: The id of the user.
        """
        return await self._transport.json("GET", f"/api/v1/users/{segment(id)}", options)

    async def import_(self, body: t.UsersImportBody, **options: Unpack[Options]) -> t.ImportedUsers:
        """Import users.

        People of another system, up to 500 at once and 1 MiB, with the hashes of their passwords. Each has an outcome of their own. Whoever has an address already stays as they are, so the same request can be made again. Nobody gets a system role, and no mail is sent. With dry_run it only says what would become of each. Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/admin/users/import", options, body=body)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, search: str | None = None, disabled: bool | None = None, email_verified: bool | None = None, mfa_enabled: bool | None = None, tier: str | None = None, system_role: Literal["owner", "operator", "support", "auditor"] | None = None, **options: Unpack[Options]) -> AsyncPages[t.AdminUser]:
        """List users.

        Newest first. search finds what an address or a name begins with; the filters combine. Admin key or operator session with the scope users:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            search: How the address or the name begins, whatever the case, or the id, as it is spelled. Of a beginning that more than 1,000 share, a page looks at 2,000 users and may hold fewer than limit; next_cursor goes on, and there is no total.
            disabled: Only those that are disabled, or only those that are not.
            email_verified: Whether the address is proven.
            mfa_enabled: Whether there is a second factor.
            tier: Small letters, digits, hyphens and underscores, beginning with a letter.
            system_role: The system role.
        """
        return self._transport.pages("GET", "/api/v1/users", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "search": search, "disabled": disabled, "email_verified": email_verified, "mfa_enabled": mfa_enabled, "tier": tier, "system_role": system_role})

    async def send_email_verification(self, id: str, **options: Unpack[Options]) -> t.UsersSendEmailVerificationResult:
        """Mail a user a link that confirms their address.

        Nothing is sent when the address is confirmed already. Admin key or operator session with the scope users:write.

        Args:
            id: The id of the user.
        """
        return await self._transport.json("POST", f"/api/v1/users/{segment(id)}/verify/send", options)

    async def set_tier(self, id: str, body: t.UsersSetTierBody, **options: Unpack[Options]) -> t.AdminUser:
        """Set the tier of a user.

        A word that your applications give a meaning to; the server itself treats all tiers alike. Admin key or operator session with the scope users:write.

        Args:
            id: The id of the user.
        """
        return await self._transport.json("PATCH", f"/api/v1/admin/users/{segment(id)}/tier", options, body=body)

    async def update(self, id: str, body: t.UsersUpdateBody | None = None, *, keys: Literal["revoke"] | None = None, **options: Unpack[Options]) -> t.ChangedUser:
        """Update a user.

        A JSON merge patch (RFC 7396). People who run the server are changed only by an owner, or with the scope *. API keys go on without their maker: after a change of disabled or system_role the response lists them, and with keys=revoke they end in the same transaction. Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the user.
            keys: Also ends the API keys that the person made, and those that were made by these. Takes api-keys:write, and no key wider than the caller’s own.
        """
        return await self._transport.json("PATCH", f"/api/v1/users/{segment(id)}", options, query={"keys": keys}, body=body)


class AsyncVaultProviders(AsyncResource):
    """`vault.providers`"""

    async def create(self, body: t.VaultProvidersCreateBody | None = None, **options: Unpack[Options]) -> t.VaultProvider:
        """Set up a provider of the vault.

        From a template, or with addresses of your own, of which quirks says how they differ from the standards. Register the callback_url of the response with the provider. Admin key or operator session with the scope vault:write; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/vault/providers", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a provider of the vault.

        What people connected there goes with it. With dry_run it only answers what would end. Admin key or operator session with the scope vault:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the provider.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/vault/providers/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.VaultProvider:
        """Get a provider of the vault.

        With the callback_url to register there. The secret is not shown. Admin key or operator session with the scope vault:read.

        Args:
            id: The id of the provider.
        """
        return await self._transport.json("GET", f"/api/v1/vault/providers/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, active: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.VaultProvider]:
        """List the providers of the vault.

        Newest first. Secrets are not shown; has_secret says whether there is one. Admin key or operator session with the scope vault:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            active: Only those that are active, or only those that are not.
        """
        return self._transport.pages("GET", "/api/v1/vault/providers", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "active": active})

    async def update(self, id: str, body: t.VaultProvidersUpdateBody | None = None, **options: Unpack[Options]) -> t.VaultProvider:
        """Update a provider of the vault.

        A JSON merge patch (RFC 7396), also to rotate the secret; scopes, extra_auth_params and quirks are replaced as a whole. With another token_url, client_id or address among the quirks that tokens are sent to, the tokens of all connections are thrown away, and people have to connect again. A change that would send the secret to another host has to bring the secret. Admin key or operator session with the scope vault:write; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the provider.
        """
        return await self._transport.json("PATCH", f"/api/v1/vault/providers/{segment(id)}", options, body=body)


class AsyncVaultProxy(AsyncResource):
    """`vault.proxy`"""

    async def delete(self, provider: str, path: str, *, mandate_connection: str | None = None, mandate_host: str | None = None, params: QueryParams | None = None, content: bytes | None = None, **options: Unpack[Options]) -> Response:
        """Delete something at a provider, with an account of a person.

        For an agent whose access token is for a person and has vault:use. The path, the query and the body go to the provider as far as its proxy rules allow, with the credential of the account, which the agent never gets. Responses with Proxy-Status come from the provider; redirects are not followed. Access token with the scope vault:use.

        Args:
            provider: The name of the provider.
            path: The path at the provider, slashes included.
            mandate_connection: Which account, where a person has several. The parameter connection of the query says the same, and does not go on; with this header, it does.
            mandate_host: Which of the hosts of the provider, such as api.example.com; else the first.
        """
        return await self._transport.raw("DELETE", f"/api/v1/vault/{segment(provider)}/proxy/{segments(path)}", options, headers={"Mandate-Connection": mandate_connection, "Mandate-Host": mandate_host}, content=content, params=params)

    async def get(self, provider: str, path: str, *, mandate_connection: str | None = None, mandate_host: str | None = None, params: QueryParams | None = None, **options: Unpack[Options]) -> Response:
        """Read something at a provider, with an account of a person.

        For an agent whose access token is for a person and has vault:use. The path, the query and the body go to the provider as far as its proxy rules allow, with the credential of the account, which the agent never gets. Responses with Proxy-Status come from the provider; redirects are not followed. Access token with the scope vault:use.

        Args:
            provider: The name of the provider.
            path: The path at the provider, slashes included.
            mandate_connection: Which account, where a person has several. The parameter connection of the query says the same, and does not go on; with this header, it does.
            mandate_host: Which of the hosts of the provider, such as api.example.com; else the first.
        """
        return await self._transport.raw("GET", f"/api/v1/vault/{segment(provider)}/proxy/{segments(path)}", options, headers={"Mandate-Connection": mandate_connection, "Mandate-Host": mandate_host}, params=params)

    async def patch(self, provider: str, path: str, *, mandate_connection: str | None = None, mandate_host: str | None = None, params: QueryParams | None = None, content: bytes | None = None, **options: Unpack[Options]) -> Response:
        """Change something at a provider, with an account of a person.

        For an agent whose access token is for a person and has vault:use. The path, the query and the body go to the provider as far as its proxy rules allow, with the credential of the account, which the agent never gets. Responses with Proxy-Status come from the provider; redirects are not followed. Access token with the scope vault:use.

        Args:
            provider: The name of the provider.
            path: The path at the provider, slashes included.
            mandate_connection: Which account, where a person has several. The parameter connection of the query says the same, and does not go on; with this header, it does.
            mandate_host: Which of the hosts of the provider, such as api.example.com; else the first.
        """
        return await self._transport.raw("PATCH", f"/api/v1/vault/{segment(provider)}/proxy/{segments(path)}", options, headers={"Mandate-Connection": mandate_connection, "Mandate-Host": mandate_host}, content=content, params=params)

    async def post(self, provider: str, path: str, *, mandate_connection: str | None = None, mandate_host: str | None = None, params: QueryParams | None = None, content: bytes | None = None, **options: Unpack[Options]) -> Response:
        """Send something to a provider, with an account of a person.

        For an agent whose access token is for a person and has vault:use. The path, the query and the body go to the provider as far as its proxy rules allow, with the credential of the account, which the agent never gets. Responses with Proxy-Status come from the provider; redirects are not followed. Access token with the scope vault:use.

        Args:
            provider: The name of the provider.
            path: The path at the provider, slashes included.
            mandate_connection: Which account, where a person has several. The parameter connection of the query says the same, and does not go on; with this header, it does.
            mandate_host: Which of the hosts of the provider, such as api.example.com; else the first.
        """
        return await self._transport.raw("POST", f"/api/v1/vault/{segment(provider)}/proxy/{segments(path)}", options, headers={"Mandate-Connection": mandate_connection, "Mandate-Host": mandate_host}, content=content, params=params)

    async def put(self, provider: str, path: str, *, mandate_connection: str | None = None, mandate_host: str | None = None, params: QueryParams | None = None, content: bytes | None = None, **options: Unpack[Options]) -> Response:
        """Put something at a provider, with an account of a person.

        For an agent whose access token is for a person and has vault:use. The path, the query and the body go to the provider as far as its proxy rules allow, with the credential of the account, which the agent never gets. Responses with Proxy-Status come from the provider; redirects are not followed. Access token with the scope vault:use.

        Args:
            provider: The name of the provider.
            path: The path at the provider, slashes included.
            mandate_connection: Which account, where a person has several. The parameter connection of the query says the same, and does not go on; with this header, it does.
            mandate_host: Which of the hosts of the provider, such as api.example.com; else the first.
        """
        return await self._transport.raw("PUT", f"/api/v1/vault/{segment(provider)}/proxy/{segments(path)}", options, headers={"Mandate-Connection": mandate_connection, "Mandate-Host": mandate_host}, content=content, params=params)


class AsyncVaultTemplates(AsyncResource):
    """`vault.templates`"""

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.VaultTemplate]:
        """List the providers this server knows.

        Each with its addresses, the scopes it usually takes, and how it differs from the standards. Admin key or operator session with the scope vault:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/vault/templates", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})


class AsyncVaultToken(AsyncResource):
    """`vault.token`"""

    async def get(self, provider: str, *, connection: str | None = None, scopes: str | None = None, **options: Unpack[Options]) -> t.VaultToken:
        """Fetch a token for an account of a person.

        For an agent whose access token is for a person and has vault:read. The token is refreshed before it ends. A person who has to connect, or to connect again, is sent to connect_url of the error. Access token with the scope vault:read.

        Args:
            provider: The name of the provider.
            connection: Which account, where a person has several.
            scopes: Scopes of the provider, with commas or spaces between.
        """
        return await self._transport.json("GET", f"/api/v1/vault/{segment(provider)}/token", options, query={"connection": connection, "scopes": scopes})


class AsyncVault(AsyncResource):
    """`vault`"""

    @property
    def providers(self) -> AsyncVaultProviders:
        return AsyncVaultProviders(self._transport)

    @property
    def proxy(self) -> AsyncVaultProxy:
        return AsyncVaultProxy(self._transport)

    @property
    def templates(self) -> AsyncVaultTemplates:
        return AsyncVaultTemplates(self._transport)

    @property
    def token(self) -> AsyncVaultToken:
        return AsyncVaultToken(self._transport)


class AsyncVaultConnections(AsyncResource):
    """`vault_connections`"""

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Disconnect an account of somebody.

        Ended at the provider where that can be asked, then here, and with it the tokens of every agent that fetched from it. With dry_run it only answers what would end. Admin key or operator session with the scope vault:write.

        Args:
            id: The id of the connection.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/vault/connections/{segment(id)}", options, query={"dry_run": dry_run})

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, user_id: str | None = None, provider_id: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.UserVaultConnection]:
        """List the accounts that people connected.

        Newest first, without what opens them; user_id and provider_id narrow the list. Admin key or operator session with the scope vault:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            user_id: Only those of this user.
            provider_id: Only those at this provider.
        """
        return self._transport.pages("GET", "/api/v1/admin/vault/connections", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "user_id": user_id, "provider_id": provider_id})


class AsyncVaultGrants(AsyncResource):
    """`vault_grants`"""

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, client_id: str | None = None, connection_id: str | None = None, user_id: str | None = None, provider_id: str | None = None, **options: Unpack[Options]) -> AsyncPages[t.UserVaultGrant]:
        """List what clients may use of the vault.

        Newest first; user_id, client_id, connection_id and provider_id narrow the list. Admin key or operator session with the scope vault:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            client_id: Only those of this client.
            connection_id: Only those for this account.
            user_id: Only those of this user.
            provider_id: Only those at this provider.
        """
        return self._transport.pages("GET", "/api/v1/admin/vault/grants", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "client_id": client_id, "connection_id": connection_id, "user_id": user_id, "provider_id": provider_id})

    @overload
    async def revoke(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def revoke(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def revoke(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """No longer let a client use an account of somebody.

        The next use is refused. With dry_run it only answers what would end. Admin key or operator session with the scope vault:write.

        Args:
            id: The id of the grant.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/admin/vault/grants/{segment(id)}", options, query={"dry_run": dry_run})


class AsyncWebhooksDeliveries(AsyncResource):
    """`webhooks.deliveries`"""

    async def get(self, id: str, delivery_id: str, **options: Unpack[Options]) -> t.WebhookDeliveryDetail:
        """Get a delivery.

        With every attempt, and with headers and answer of the last one. Admin key or operator session with the scopes webhooks:read and audit-logs:read.

        Args:
            id: The id of the webhook.
            delivery_id: The id of the delivery.
        """
        return await self._transport.json("GET", f"/api/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}", options)

    def list(self, id: str, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, success: bool | None = None, state: Literal["waiting", "succeeded", "failed"] | None = None, event: str | None = None, include_payload: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.WebhookDelivery]:
        """List deliveries.

        What was sent and what waits, newest first; kept for webhooks.retention_days. Admin key or operator session with the scopes webhooks:read and audit-logs:read.

        Args:
            id: The id of the webhook.
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
            success: Only those that arrived, or only those that did not, or not yet.
            state: Only those in this state.
            event: Only those of this event.
            include_payload: Whether payload holds what was sent, which is most of each entry; with false it is empty.
        """
        return self._transport.pages("GET", f"/api/v1/webhooks/{segment(id)}/deliveries", options, query={"limit": limit, "cursor": cursor, "include_total": include_total, "success": success, "state": state, "event": event, "include_payload": include_payload})

    async def replay(self, id: str, delivery_id: str, **options: Unpack[Options]) -> t.WebhooksDeliveriesReplayResult:
        """Send a delivery again.

        The stored text byte for byte, as a new delivery with a new signature. Admin key or operator session with the scope webhooks:write.

        Args:
            id: The id of the webhook.
            delivery_id: The id of the delivery.
        """
        return await self._transport.json("POST", f"/api/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/replay", options)

    async def replay_failed(self, id: str, body: t.WebhooksDeliveriesReplayFailedBody, **options: Unpack[Options]) -> t.WebhooksDeliveriesReplayFailedResult:
        """Send again what failed.

        Every delivery that failed for good since a time, oldest first, but those that were sent again since; 1000 at most. Admin key or operator session with the scope webhooks:write.

        Args:
            id: The id of the webhook.
        """
        return await self._transport.json("POST", f"/api/v1/webhooks/{segment(id)}/deliveries/replay", options, body=body)


class AsyncWebhooks(AsyncResource):
    """`webhooks`"""

    @property
    def deliveries(self) -> AsyncWebhooksDeliveries:
        return AsyncWebhooksDeliveries(self._transport)

    async def create(self, body: t.WebhooksCreateBody, **options: Unpack[Options]) -> t.WebhooksCreateResult:
        """Subscribe to events.

        Events that happen from now on are posted to url, signed. Without events it gets all of them, without secret a new one; no other response carries the secret. Admin key or operator session with the scopes webhooks:write and audit-logs:read; a person needs a fresh proof (reauthentication_required).
        """
        return await self._transport.json("POST", "/api/v1/webhooks", options, body=body, keyed=True)

    @overload
    async def delete(self, id: str, *, dry_run: Literal[True], **options: Unpack[Options]) -> t.DryRun: ...
    @overload
    async def delete(self, id: str, *, dry_run: Literal[False] | None = None, **options: Unpack[Options]) -> None: ...
    async def delete(self, id: str, *, dry_run: bool | None = None, **options: Unpack[Options]) -> t.DryRun | None:
        """Delete a webhook.

        What waits to be sent is not sent any more. What was sent stays for webhooks.retention_days, out of reach. With dry_run it only answers what would end. Admin key or operator session with the scope webhooks:write.

        Args:
            id: The id of the webhook.
            dry_run: Answer what would end, and change nothing.
        """
        return await self._transport.json("DELETE", f"/api/v1/webhooks/{segment(id)}", options, query={"dry_run": dry_run})

    async def get(self, id: str, **options: Unpack[Options]) -> t.Webhook:
        """Get a webhook.

        With how it does: since when it fails, and what it missed while it was disabled. Admin key or operator session with the scope webhooks:read.

        Args:
            id: The id of the webhook.
        """
        return await self._transport.json("GET", f"/api/v1/webhooks/{segment(id)}", options)

    def list(self, *, limit: int | None = None, cursor: str | None = None, include_total: bool | None = None, **options: Unpack[Options]) -> AsyncPages[t.Webhook]:
        """List webhooks.

        Newest first, without their secrets. Admin key or operator session with the scope webhooks:read.

        Args:
            limit: The largest number of entries to return.
            cursor: The next_cursor of the page before, to go on behind it.
            include_total: Adds the number of entries on all pages as total.
        """
        return self._transport.pages("GET", "/api/v1/webhooks", options, query={"limit": limit, "cursor": cursor, "include_total": include_total})

    async def list_events(self, **options: Unpack[Options]) -> t.WebhooksListEventsResult:
        """List the events there are.

        Every kind that a webhook can see. What each carries is described under webhooks in this document. Admin key or operator session with the scope webhooks:read.
        """
        return await self._transport.json("GET", "/api/v1/webhooks/events", options)

    async def rotate_secret(self, id: str, body: t.WebhooksRotateSecretBody | None = None, **options: Unpack[Options]) -> t.WebhooksRotateSecretResult:
        """Give a webhook a new secret.

        The old secret stops signing at once, or after overlap_seconds, in which both sign; an older one stops in either case. The raw formats of X-Service-Signature have room for one signature, which is that of the new secret. Admin key or operator session with the scopes webhooks:write and audit-logs:read; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the webhook.
        """
        return await self._transport.json("POST", f"/api/v1/webhooks/{segment(id)}/rotate-secret", options, body=body)

    async def test(self, id: str, body: t.WebhooksTestBody | None = None, **options: Unpack[Options]) -> t.WebhooksTestResult:
        """Send a test.

        A sample of an event, to this webhook alone. It is signed, sent and logged like any other delivery. Admin key or operator session with the scope webhooks:write.

        Args:
            id: The id of the webhook.
        """
        return await self._transport.json("POST", f"/api/v1/webhooks/{segment(id)}/test", options, body=body)

    async def update(self, id: str, body: t.WebhooksUpdateBody | None = None, **options: Unpack[Options]) -> t.Webhook:
        """Update a webhook.

        A JSON merge patch (RFC 7396). While it is disabled nothing is sent; missed says how much it would have got. A secret given here signs at once, and the old one stops; rotate-secret lets both sign for a while. Admin key or operator session with the scopes webhooks:write and audit-logs:read; a person needs a fresh proof (reauthentication_required).

        Args:
            id: The id of the webhook.
        """
        return await self._transport.json("PATCH", f"/api/v1/webhooks/{segment(id)}", options, body=body)


class AsyncRoot(AsyncResource):
    """Every noun of the API."""

    @property
    def agents(self) -> AsyncAgents:
        return AsyncAgents(self._transport)

    @property
    def api_keys(self) -> AsyncApiKeys:
        return AsyncApiKeys(self._transport)

    @property
    def apps(self) -> AsyncApps:
        return AsyncApps(self._transport)

    @property
    def audit_logs(self) -> AsyncAuditLogs:
        return AsyncAuditLogs(self._transport)

    @property
    def branding(self) -> AsyncBranding:
        return AsyncBranding(self._transport)

    @property
    def consents(self) -> AsyncConsents:
        return AsyncConsents(self._transport)

    @property
    def delegations(self) -> AsyncDelegations:
        return AsyncDelegations(self._transport)

    @property
    def device_codes(self) -> AsyncDeviceCodes:
        return AsyncDeviceCodes(self._transport)

    @property
    def email(self) -> AsyncEmail:
        return AsyncEmail(self._transport)

    @property
    def events(self) -> AsyncEvents:
        return AsyncEvents(self._transport)

    @property
    def flows(self) -> AsyncFlows:
        return AsyncFlows(self._transport)

    @property
    def logs(self) -> AsyncLogs:
        return AsyncLogs(self._transport)

    @property
    def oauth_providers(self) -> AsyncOauthProviders:
        return AsyncOauthProviders(self._transport)

    @property
    def organizations(self) -> AsyncOrganizations:
        return AsyncOrganizations(self._transport)

    @property
    def permissions(self) -> AsyncPermissions:
        return AsyncPermissions(self._transport)

    @property
    def proxy(self) -> AsyncProxy:
        return AsyncProxy(self._transport)

    @property
    def resources(self) -> AsyncResources:
        return AsyncResources(self._transport)

    @property
    def roles(self) -> AsyncRoles:
        return AsyncRoles(self._transport)

    @property
    def saved_views(self) -> AsyncSavedViews:
        return AsyncSavedViews(self._transport)

    @property
    def search(self) -> AsyncSearch:
        return AsyncSearch(self._transport)

    @property
    def sessions(self) -> AsyncSessions:
        return AsyncSessions(self._transport)

    @property
    def signing_keys(self) -> AsyncSigningKeys:
        return AsyncSigningKeys(self._transport)

    @property
    def sso_connections(self) -> AsyncSsoConnections:
        return AsyncSsoConnections(self._transport)

    @property
    def sso_domains(self) -> AsyncSsoDomains:
        return AsyncSsoDomains(self._transport)

    @property
    def sso_saml_keys(self) -> AsyncSsoSamlKeys:
        return AsyncSsoSamlKeys(self._transport)

    @property
    def sso_scim_tokens(self) -> AsyncSsoScimTokens:
        return AsyncSsoScimTokens(self._transport)

    @property
    def stats(self) -> AsyncStats:
        return AsyncStats(self._transport)

    @property
    def system(self) -> AsyncSystem:
        return AsyncSystem(self._transport)

    @property
    def tokens(self) -> AsyncTokens:
        return AsyncTokens(self._transport)

    @property
    def users(self) -> AsyncUsers:
        return AsyncUsers(self._transport)

    @property
    def vault(self) -> AsyncVault:
        return AsyncVault(self._transport)

    @property
    def vault_connections(self) -> AsyncVaultConnections:
        return AsyncVaultConnections(self._transport)

    @property
    def vault_grants(self) -> AsyncVaultGrants:
        return AsyncVaultGrants(self._transport)

    @property
    def webhooks(self) -> AsyncWebhooks:
        return AsyncWebhooks(self._transport)
