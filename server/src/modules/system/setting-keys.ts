import { Type } from 'typebox'
import type { Static } from 'typebox'

const seconds = (value: number, maximum: number, description: string, minimum = 1) =>
  Type.Integer({ minimum, maximum, default: value, description })

const DAY = 86_400

// Neither quotes nor backslashes (RFC 6749 §3.3); reserved scopes are never given to a client that registered itself.
const REGISTRABLE_SCOPE = String.raw`^(?!admin|vault:|revocations:)[\x21\x23-\x5B\x5D-\x7E]{1,128}$`
// A host as it stands in a URL, IPv6 in brackets.
const ALLOWED_HOST = String.raw`^(\[[0-9a-f:.]{2,45}\]|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)(:[1-9][0-9]{0,4})?$`

// As browsers write it: no path, no default port.
const REDIRECT_ORIGIN = String.raw`^(https://[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|http://(localhost|127\.0\.0\.1))(:[1-9][0-9]{0,4})?$`

// As the domain of a canonical address stands: ASCII, in lower case.
const DOMAIN = String.raw`^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$`

/** Every runtime setting: its type, its default and a sentence. `GET /admin/config` shows them by these names. */
export const SettingsSchema = Type.Object(
  {
    'oauth.registration': Type.Enum(['open', 'token', 'off'], {
      default: 'open',
      description: 'Who may register a client: anyone, holders of the registration token, nobody.',
    }),
    'oauth.registration_token': Type.Union([Type.String(), Type.Null()], {
      default: null,
      description: 'The initial access token that registration asks for when it is set to `token`. Stored hashed.',
    }),
    'oauth.registration_scopes': Type.Array(Type.String({ pattern: REGISTRABLE_SCOPE }), {
      maxItems: 200,
      uniqueItems: true,
      default: ['openid', 'profile', 'email', 'offline_access'],
      description:
        'Scopes of a client that registers itself and names none, and in production the only ones it gets for itself. Discovery lists them as supported.',
    }),
    'oauth.registered_client_tokens_per_hour': Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1000,
      description:
        'How many token requests of one client that registered itself succeed in an hour, which bounds the rows it leaves. Token exchanges count when they are refused, too.',
    }),
    'oauth.client_documents': Type.Enum(['open', 'domains', 'off'], {
      default: 'open',
      description:
        'Whose clients may come with the https address of a document as their client_id: those of any domain, of `oauth.client_document_domains`, of none. Where it is not open to a domain any more, its clients are unknown.',
    }),
    'oauth.client_document_domains': Type.Array(Type.String({ pattern: DOMAIN }), {
      maxItems: 200,
      uniqueItems: true,
      default: [],
      description: 'Domains whose clients may come where `oauth.client_documents` is `domains`; none below them.',
    }),
    'oauth.default_scope': Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], {
      default: null,
      description:
        'The scope of an authorization request that names none and no resource with scopes. With null such a request gets, in dev mode, what a client that registered itself has registered, and is refused otherwise.',
    }),
    'oauth.require_pushed_authorization_requests': Type.Boolean({
      default: false,
      description:
        'Whether the authorization requests of every client must be pushed to `/oauth/par` (RFC 9126). Clients can say so for themselves.',
    }),
    'oauth.access_token_ttl_seconds': seconds(
      3600,
      DAY,
      'Lifetime of an access token whose client has no lifetime of its own.',
    ),
    'oauth.refresh_token_ttl_seconds': seconds(
      30 * DAY,
      365 * DAY,
      'Lifetime of a token family; rotation does not extend it.',
    ),
    'oauth.refresh_grace_seconds': seconds(
      10,
      10,
      'For how long a rotated refresh token still yields the same successor while that is unused, for a client that lost the response or renews twice at once; 0 turns it off. Clients can have their own.',
      0,
    ),
    'dpop.require_nonce': Type.Boolean({
      default: false,
      description: 'Whether a proof must carry a nonce of the server (RFC 9449 §8).',
    }),
    'token_exchange.require_policy': Type.Union([Type.Boolean(), Type.Null()], {
      default: null,
      description:
        'Whether a token exchange needs a policy that allows it; null means yes in production mode only. A client that registered itself always needs one.',
    }),
    'token_exchange.max_depth': Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 5,
      description: 'How many actors a chain of delegation may have.',
    }),
    firstboot_key_access: Type.Enum(['loopback', 'any', 'off'], {
      default: 'loopback',
      description:
        'Who may read the first admin key over HTTP before the server is set up: this machine, as long as the base URL is on localhost; anyone; nobody. Changed with full access only.',
    }),
    'audit.min_retention_days': Type.Integer({
      minimum: 0,
      maximum: 3650,
      default: 30,
      description:
        'How many days every entry of the audit log is kept: no purge takes younger ones. Lowered with full access only.',
    }),
    'sessions.logout_revokes_tokens': Type.Boolean({
      default: true,
      description:
        'Whether signing out also ends the tokens that applications got through the session. Those that were granted offline_access go on.',
    }),
    'outbound.allowed_hosts': Type.Array(Type.String({ pattern: ALLOWED_HOST }), {
      maxItems: 100,
      uniqueItems: true,
      default: [],
      description:
        'Hosts the server may call although they are on a private network or speak plain http: names or addresses in lower case, with a port or for every port. Link-local addresses are never called.',
    }),
    'webhooks.timeout_ms': Type.Integer({
      minimum: 100,
      maximum: 30_000,
      default: 10_000,
      description:
        'How long the endpoint of a webhook may take to respond, from the lookup of its name to the last byte.',
    }),
    'webhooks.retention_days': Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'How many days the log of deliveries is kept.',
    }),
    'flows.redirect_origins': Type.Array(Type.String({ pattern: REDIRECT_ORIGIN }), {
      maxItems: 50,
      uniqueItems: true,
      default: [],
      description:
        'Origins that a redirect step of an auth flow may lead people to, besides our own: https, or http on this machine.',
    }),
    'flows.run_retention_days': Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'How many days the runs of auth flows are kept.',
    }),
    'organizations.self_creation': Type.Boolean({
      default: false,
      description:
        'Whether people create organizations of their own. Whoever owns one can have invitations mailed to strangers.',
    }),
    'signup.mode': Type.Enum(['open', 'invited', 'domains', 'off'], {
      default: 'open',
      description:
        'Who may make themselves an account, by password or by a provider: anyone, people whom an organization has invited, addresses of `signup.domains`, nobody. Only a proven address shows that it is theirs.',
    }),
    'signup.domains': Type.Array(Type.String({ pattern: DOMAIN }), {
      maxItems: 100,
      uniqueItems: true,
      default: [],
      description:
        'Domains whose addresses may sign up where `signup.mode` is `domains`, in lower case; none below them.',
    }),
    'operators.require_second_factor': Type.Union([Type.Boolean(), Type.Null()], {
      default: null,
      description:
        'Whether people with a system role need a second factor: a sign-in without one opens nothing but setting one up. null means yes in production mode only. Turned off with full access only.',
    }),
    'operators.command_line_sign_in': Type.Boolean({
      default: true,
      description:
        'Whether people with a system role may sign in to the command line, by a code that they approve in the browser. Turned off, sign-ins of before open nothing; turned on again with full access only.',
    }),
    'password.min_length': Type.Integer({
      minimum: 8,
      maximum: 64,
      default: 8,
      description: 'The shortest password; 15 is the strict profile.',
    }),
  },
  { $id: 'Settings' },
)

/** The settings with every value, defaults filled in. */
export type SettingsValues = Readonly<Static<typeof SettingsSchema>>
export type SettingKey = keyof SettingsValues

export const settingKeys = Object.keys(SettingsSchema.properties) as SettingKey[]

export const isSettingKey = (name: string): name is SettingKey => Object.hasOwn(SettingsSchema.properties, name)

/** The value of each setting that nobody changed. */
export const settingDefaults = Object.freeze(
  Object.fromEntries(
    Object.entries(SettingsSchema.properties).map(([key, schema]) => [key, (schema as { default?: unknown }).default]),
  ),
) as SettingsValues

/** Settings that are stored as a hash and shown as a mask. */
export const secretSettings: ReadonlySet<SettingKey> = new Set<SettingKey>(['oauth.registration_token'])

/**
 * Whether a change leads around every scope, so that only full access makes it: whoever reads the first key has it,
 * whoever purges young entries of the audit log removes the traces of what they did, without a second factor an owner is
 * only a password, and a sign-in to the command line is one more way in.
 */
export const takesFullAccess = (before: SettingsValues, after: SettingsValues): boolean =>
  (before['operators.require_second_factor'] !== false && after['operators.require_second_factor'] === false) ||
  (!before['operators.command_line_sign_in'] && after['operators.command_line_sign_in']) ||
  before.firstboot_key_access !== after.firstboot_key_access ||
  after['audit.min_retention_days'] < before['audit.min_retention_days']
