import type { AppTraits, AppType, ClientDraft } from '#/modules/clients/index.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import type { AuthMethod, GrantType } from '#/protocol/oauth.ts'
import { originProblem } from './origin.ts'

/** What an application is to be, whole. */
export type AppDraft = ClientDraft & AppTraits

/** What an application of a type may be, and is when nobody says otherwise. */
interface Profile {
  /** The first is what it gets. */
  readonly authMethods: readonly [AuthMethod, ...AuthMethod[]]
  readonly grants: readonly GrantType[]
  readonly defaultGrants: readonly GrantType[]
  readonly scope: string
  /** Whether people sign in to it. */
  readonly people: boolean
  readonly refreshTokenTtlSeconds: number | null
}

const secretKeepers = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
const signIn = ['authorization_code', 'refresh_token'] as const
const profile = { people: true, grants: signIn, defaultGrants: signIn, refreshTokenTtlSeconds: null } as const

/** The types. Whoever can keep a secret proves itself with it; nobody gets a grant that does not fit where it runs. */
export const profiles: Readonly<Record<AppType, Profile>> = {
  web: { ...profile, authMethods: secretKeepers, scope: 'openid profile email' },
  // A browser keeps nothing safe: no secret, and what a script can steal lasts a day at most.
  spa: { ...profile, authMethods: ['none'], scope: 'openid profile email', refreshTokenTtlSeconds: 86_400 },
  // RFC 8252 §8.5: a secret that ships with an app is none.
  native: { ...profile, authMethods: ['none'], grants: [...signIn, DEVICE_CODE], scope: 'openid profile email' },
  machine: {
    ...profile,
    authMethods: secretKeepers,
    grants: ['client_credentials'],
    defaultGrants: ['client_credentials'],
    scope: '',
    people: false,
  },
}

/** Everything about a draft that does not fit its type. */
export function typeProblems(draft: AppDraft & { readonly appType: AppType }): FieldError[] {
  return [...capabilities(draft), ...redirects(draft), ...origins(draft), ...(isForPeople(draft) ? [] : lonely(draft))]
}

const isForPeople = ({ appType }: AppDraft): boolean => appType !== null && profiles[appType].people

const problem = (pointer: string, message: string | undefined | false): FieldError[] =>
  message === undefined || message === false ? [] : [{ pointer, message }]

function capabilities(draft: AppDraft & { readonly appType: AppType }): FieldError[] {
  const { appType, authMethod, grantTypes } = draft
  const { authMethods, grants } = profiles[appType]
  const hasKeys = draft.jwks !== null || draft.jwksUri !== null
  return [
    ...problem(
      '/token_endpoint_auth_method',
      !authMethods.includes(authMethod) && `must be ${authMethods.join(' or ')} for the type ${appType}`,
    ),
    ...problem(
      '/grant_types',
      !grantTypes.every((grant) => grants.includes(grant)) &&
        `must be among ${grants.join(', ')} for the type ${appType}`,
    ),
    ...problem('/require_pkce', !draft.requirePkce && authMethod === 'none' && 'must be true without a secret or key'),
    ...problem(
      '/require_pkce',
      !draft.requirePkce && draft.securityProfile !== null && 'must be true for the security profile',
    ),
    ...problem('/jwks', hasKeys && authMethod !== 'private_key_jwt' && 'needs the method private_key_jwt'),
  ]
}

function redirects(draft: AppDraft & { readonly appType: AppType }): FieldError[] {
  const problemsOf = (member: string, uris: readonly string[]): FieldError[] =>
    uris.flatMap((uri, i) => problem(`/${member}/${i}`, redirectProblem(uri, draft.appType)))
  return [
    ...problemsOf('redirect_uris', draft.redirectUris),
    ...problemsOf('post_logout_redirect_uris', draft.postLogoutRedirectUris),
  ]
}

/** Beyond what holds for every client: a scheme that any app can claim is for native ones alone. */
function redirectProblem(uri: string, type: AppType): string | undefined {
  if (type !== 'native') return /^https?:/i.test(uri) ? undefined : `must use https, or http on loopback, for ${type}`
  // RFC 8252 §8.3: the name may resolve elsewhere, and its port can't vary.
  const isName = URL.parse(uri)?.hostname === 'localhost' && /^http:/i.test(uri)
  return isName ? 'must name the address 127.0.0.1 or [::1], not localhost' : undefined
}

function origins({ appType, allowedOrigins }: AppDraft & { readonly appType: AppType }): FieldError[] {
  if (appType === 'spa' && allowedOrigins?.length === 0) return problem('/allowed_origins', 'must not be empty for spa')
  return (allowedOrigins ?? []).flatMap((origin, i) => problem(`/allowed_origins/${i}`, originProblem(origin, appType)))
}

/** A machine acts for itself: no person is sent to it, asked for it, or signed out of it. */
function lonely(draft: AppDraft): FieldError[] {
  const nobody = 'is not for the type machine, which no person signs in to'
  return [
    ...problem('/redirect_uris', draft.redirectUris.length > 0 && nobody),
    ...problem('/post_logout_redirect_uris', draft.postLogoutRedirectUris.length > 0 && nobody),
    ...problem('/backchannel_logout_uri', draft.backchannelLogoutUri !== null && nobody),
    ...problem('/allowed_origins', (draft.allowedOrigins ?? []).length > 0 && 'is not for the type machine'),
    ...problem('/first_party', draft.firstParty && nobody),
    ...problem('/require_pkce', !draft.requirePkce && nobody),
    ...problem('/refresh_token_ttl_seconds', draft.refreshTokenTtlSeconds !== null && 'is not for the type machine'),
  ]
}
