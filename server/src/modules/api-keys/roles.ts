import { allows } from './scopes.ts'

/**
 * What each system role may do, in the scopes of API keys (docs/decisions/api.md). Operators have neither keys, settings, mail nor
 * providers, and can't purge the record of what they did: whoever reads the dev inbox, chooses the server that mail leaves
 * by, sets up a provider or a connection that vouches for addresses, or moves one of the vault can open other people's accounts.
 */
const roleScopes: Readonly<Record<string, readonly string[]>> = {
  owner: ['*'],
  operator: [
    '*',
    '!api-keys:write',
    '!audit-logs:write',
    '!email:write',
    '!providers:write',
    '!sso:write',
    '!system:write',
    '!vault:write',
  ],
  support: ['users:*', 'sessions:*'],
  auditor: ['*:read'],
}

/** Whether people with this role make API keys. */
export const mayMakeKeys = (role: string | null): boolean => allows(scopesOfRole(role), 'api-keys:write')

/** The scopes of a person with this role; none for a role nobody knows. */
export const scopesOfRole = (role: string | null): readonly string[] => (role === null ? [] : (roleScopes[role] ?? []))
