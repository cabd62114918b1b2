import type { SecurityProfile } from './client-rules.ts'
import type { Column, EntityOf } from '#/platform/db/table.ts'
import {
  flag,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  table,
  text,
  textOrNull,
  word,
  wordOrNull,
} from '#/platform/db/table.ts'
import type { AssertionAlgorithm, AuthMethod, GrantType, SigningAlgorithm } from '#/protocol/oauth.ts'

/**
 * Which face of the table a client belongs to: registered by itself, described by a document at its id, or made by an
 * operator as agent or application, or built into the server.
 */
export type ClientKind = 'registered' | 'document' | 'agent' | 'app' | 'builtin'

/** Where an application runs, which decides what it can keep secret. */
export const appTypes = ['web', 'spa', 'native', 'machine'] as const
export type AppType = (typeof appTypes)[number]

/** What only applications have; every other client has none of it. */
export interface AppTraits {
  readonly appType: AppType | null
  /** It belongs to whoever runs the server, so people are not asked before it gets what it asks for. */
  readonly firstParty: boolean
  /** The origins whose scripts may speak for it; null when nobody said, then all. */
  readonly allowedOrigins: string[] | null
  readonly refreshTokenTtlSeconds: number | null
  /** False where an operator waived PKCE for one that can't and that sends a nonce instead. */
  readonly requirePkce: boolean
}

/** A set of public keys (RFC 7517 §5), checked when it was stored. */
export interface ClientKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

/** Registration metadata that is shown and kept but decides nothing; wire names (RFC 7591 §2). */
export interface ClientMetadata {
  readonly client_uri?: string
  readonly logo_uri?: string
  readonly tos_uri?: string
  readonly policy_uri?: string
  readonly contacts?: string[]
  readonly software_id?: string
  readonly software_version?: string
  readonly application_type?: 'web' | 'native'
  /** What operators noted about an application. */
  readonly notes?: Readonly<Record<string, unknown>>
}

/** Values that hold no spaces, kept with a space between them: cheaper to read than JSON on every token request. */
const spaced = <T extends string>(): Column<T[]> => ({
  encode: (values) => values.join(' '),
  decode: (stored) => (stored === '' ? [] : ((stored as string).split(' ') as T[])),
})

const spacedOrNull = <T extends string>(): Column<T[] | null> => ({
  encode: (values) => values && values.join(' '),
  decode: (stored) => (stored === null ? null : spaced<T>().decode(stored)),
})

/** The codec of `clients`. */
export const clients = table('clients', {
  id: text,
  clientId: text,
  kind: word<ClientKind>(),
  clientName: text,
  description: textOrNull,
  authMethod: word<AuthMethod>(),
  secretHash: textOrNull,
  grantTypes: spaced<GrantType>(),
  redirectUris: spaced<string>(),
  scope: text,
  audiences: spaced<string>(),
  jwks: jsonOrNull<ClientKeys>(),
  jwksUri: textOrNull,
  metadata: json<ClientMetadata>(),
  trusted: flag,
  active: flag,
  dpopBound: flag,
  dpopJkt: textOrNull,
  accessTokenTtlSeconds: integerOrNull,
  registrationTokenHash: textOrNull,
  createdBy: text,
  createdAt: integer,
  updatedAt: integer,
  lastUsedAt: integerOrNull,
  postLogoutRedirectUris: spaced<string>(),
  backchannelLogoutUri: textOrNull,
  backchannelLogoutSessionRequired: flag,
  appType: wordOrNull<AppType>(),
  firstParty: flag,
  allowedOrigins: spacedOrNull<string>(),
  refreshTokenTtlSeconds: integerOrNull,
  formerSecretHash: textOrNull,
  formerSecretUntil: integerOrNull,
  refreshGraceSeconds: integerOrNull,
  requirePkce: flag,
  requirePushedRequests: flag,
  securityProfile: wordOrNull<SecurityProfile>(),
  idTokenAlg: word<SigningAlgorithm>(),
  idTokenClaims: flag,
  assertionAlg: wordOrNull<AssertionAlgorithm>(),
})

/** An OAuth client. `clientId` is its name in the protocol, `id` its name in the admin API. */
export type Client = EntityOf<typeof clients>

/**
 * A client that gets codes renews what they become: both grants come together, whichever were named, so that its metadata
 * says what it gets.
 */
export const completeGrants = (types: readonly GrantType[]): GrantType[] =>
  types.includes('authorization_code') ? [...new Set<GrantType>([...types, 'refresh_token'])] : [...types]

/** Methods that prove a client by a secret it shares with us; Basic and form are interchangeable. */
export const usesSecret = (method: AuthMethod): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post'

// Three characters at least; no space, no colon, nothing that Basic, a URL or a log would have to escape.
const CLIENT_ID = /^[A-Za-z0-9._~-]{3,100}$/

/** Whether a text can be a client id at all; anything else is unknown without asking the database. */
export const isClientId = (name: string): boolean => CLIENT_ID.test(name) || isDocumentId(name)

const MAX_ADDRESS_LENGTH = 200

/**
 * Whether a client id is the address of a document about its client: https, with a path, without a fragment or user, at a
 * domain. One client has one id, so the text has to be the one spelling of its address.
 */
export function isDocumentId(name: string): boolean {
  if (name.length > MAX_ADDRESS_LENGTH || !name.startsWith('https://') || name.includes('#')) return false
  const url = URL.parse(name)
  if (url?.href !== name || url.username !== '' || url.password !== '' || url.pathname === '/') return false
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(url.hostname) && !/\.\d+$/.test(url.hostname)
}

/** The domain that describes a client at its id; undefined for one of another kind. */
export const domainOf = ({ kind, clientId }: Pick<Client, 'kind' | 'clientId'>): string | undefined =>
  kind === 'document' ? new URL(clientId).host : undefined
