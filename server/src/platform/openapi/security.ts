import type { AdminPolicy, Policy, SessionPolicy } from '#/platform/http/routing/policy.ts'
import type { Json } from './components.ts'

/** The ways to prove who you are, as OpenAPI security schemes. */
export const securitySchemes: Readonly<Record<string, Json>> = {
  adminKey: { type: 'http', scheme: 'bearer', description: 'An admin API key: mandate_sk_…' },
  operatorToken: {
    type: 'http',
    scheme: 'dpop',
    description:
      'What `mandate login` gets: an access token with the scope admin, bound to a key, for a person with a system role, ' +
      'with a fresh proof in the DPoP header (RFC 9449 §7.1). No other client gets one.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'mandate_session',
    description: 'The session cookie of a signed-in person; on https it is named __Host-mandate_session.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'Goes with the session cookie on everything but GET.',
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description:
      'client_id and client_secret of an OAuth client. Clients may also send both as form fields, sign an assertion ' +
      '(private_key_jwt), or as public clients send only client_id.',
  },
  registrationToken: { type: 'http', scheme: 'bearer', description: 'The registration_access_token of the client.' },
  provisioningToken: { type: 'http', scheme: 'bearer', description: 'A SCIM token of the connection in the path.' },
  accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of this server.' },
  boundAccessToken: {
    type: 'http',
    scheme: 'dpop',
    description: 'A key-bound access token, with a fresh proof in the DPoP header (RFC 9449 §7.1).',
  },
}

/** The alternatives a route accepts. */
export function securityOf(policy: Policy, method: string): Json[] {
  const session = method === 'GET' ? { session: [] } : { session: [], csrf: [] }
  switch (policy.kind) {
    case 'admin':
      return [{ adminKey: [] }, { operatorToken: [] }, session]
    case 'session':
      return [session]
    case 'registration':
      return [{ registrationToken: [] }]
    case 'provisioning':
      return [{ provisioningToken: [] }]
    case 'bearer':
      return [{ accessToken: [] }, { boundAccessToken: [] }]
    case 'client':
      return [{ clientBasic: [] }, {}]
    case 'browser':
      return [{ session: [] }, {}]
    case 'person':
      return [{ session: [] }]
    default:
      return []
  }
}

/** The policy in words, for people. */
export function policyInWords(policy: Policy): string {
  switch (policy.kind) {
    case 'admin':
      return [`Admin key or operator session with ${scopesInWords(policy)}`, ...dutiesOf(policy)].join('; ')
    case 'session':
      return ['Session of a signed-in person', ...dutiesOf(policy)].join('; ')
    case 'registration':
      return 'Registration access token of the client'
    case 'provisioning':
      return 'Provisioning token of the connection'
    case 'bearer':
      return `Access token with the scope ${policy.scope}`
    case 'client':
      return 'Credentials of an OAuth client'
    case 'browser':
      return 'A page; the session is optional'
    case 'person':
      return `A page of the signed-in person; everybody else is led to sign in${policy.fresh ? ', and whoever signed in a while ago to confirm it' : ''}`
    default:
      return policy.why === undefined ? 'Open to everybody' : `Open to everybody: ${policy.why}`
  }
}

function scopesInWords({ scope, alsoScope, orScopes }: AdminPolicy): string {
  if (orScopes !== undefined) return `any of the scopes ${[scope, ...orScopes].join(', ')}`
  return alsoScope === undefined ? `the scope ${scope}` : `the scopes ${scope} and ${alsoScope}`
}

/** What a caller has to bring besides the credential. */
const dutiesOf = (policy: AdminPolicy | SessionPolicy): string[] => [
  ...('fullAccess' in policy ? ['every scope must be open to the caller'] : []),
  ...(policy.fresh
    ? [`${policy.kind === 'admin' ? 'a person needs' : 'needs'} a fresh proof (reauthentication_required)`]
    : []),
]
