import { githubProfile } from './github-profile.ts'
import { isTrue, membersOf, standardProfile, subjectOf, textOf } from './profile.ts'
import type { Claims, Profile } from './profile.ts'

/** The kinds of providers we know how to talk to; `oidc` is every OpenID Connect issuer. */
export const providerKinds = ['google', 'github', 'microsoft', 'apple', 'gitlab', 'discord', 'oidc'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** What only some kinds need to be told. */
export interface ProviderOptions {
  /** Microsoft: a tenant id or domain, or `common`, `organizations`, `consumers`. */
  readonly tenant?: string
  /** Apple: who signs client secrets, and with which key. */
  readonly team_id?: string
  readonly key_id?: string
  /** Any issuer: how the client authenticates, where the discovery document leaves a choice. */
  readonly token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post'
}

/** Reads a protected resource of the provider with the person's token. */
export type ReadResource = (url: string) => Promise<unknown>

interface CommonTraits {
  readonly label: string
  readonly scopes: string
  /** Sent with every authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** An OpenID Connect provider: everything else is in its discovery document. */
interface OidcTraits extends CommonTraits {
  readonly protocol: 'oidc'
  /** Its issuer; undefined where an operator names it. */
  issuer(options: ProviderOptions): string | undefined
  profile(claims: Claims): Profile
}

/** A provider that speaks plain OAuth 2.0 and tells who somebody is in a way of its own. */
interface OAuthTraits extends CommonTraits {
  readonly protocol: 'oauth2'
  readonly endpoints: { readonly issuer: string; readonly authorization: string; readonly token: string }
  profile(read: ReadResource): Promise<Profile>
}

export type KindTraits = OidcTraits | OAuthTraits

const OPENID = 'openid email profile'

/** The table of providers. A new one is one entry. */
export const kindTraits: Readonly<Record<ProviderKind, KindTraits>> = {
  google: {
    protocol: 'oidc',
    label: 'Google',
    scopes: OPENID,
    issuer: () => 'https://accounts.google.com',
    profile: standardProfile,
  },
  github: {
    protocol: 'oauth2',
    label: 'GitHub',
    scopes: 'read:user user:email',
    endpoints: {
      issuer: 'https://github.com/login/oauth',
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
    },
    profile: githubProfile,
  },
  microsoft: {
    protocol: 'oidc',
    label: 'Microsoft',
    scopes: OPENID,
    issuer: ({ tenant }) => `https://login.microsoftonline.com/${tenant ?? 'common'}/v2.0`,
    profile: microsoftProfile,
  },
  apple: {
    protocol: 'oidc',
    label: 'Apple',
    scopes: 'openid email name',
    // Apple answers by a form of its own when it is asked for a name or an address.
    parameters: { response_mode: 'form_post' },
    issuer: () => 'https://appleid.apple.com',
    profile: standardProfile,
  },
  gitlab: {
    protocol: 'oidc',
    label: 'GitLab',
    scopes: OPENID,
    issuer: () => 'https://gitlab.com',
    profile: standardProfile,
  },
  discord: {
    protocol: 'oauth2',
    label: 'Discord',
    scopes: 'identify email',
    endpoints: {
      issuer: 'https://discord.com',
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
    },
    profile: discordProfile,
  },
  oidc: {
    protocol: 'oidc',
    label: 'OpenID Connect',
    scopes: OPENID,
    issuer: () => undefined,
    profile: standardProfile,
  },
}

const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * The administrator of any Entra tenant can give its users whatever address they like, so an address counts only where
 * Microsoft itself vouches for it: personal accounts, or a domain whose owner was verified.
 */
function microsoftProfile(claims: Claims): Profile {
  const vouched = claims['tid'] === PERSONAL_TENANT || isTrue(claims['xms_edov']) || claims['xms_edov'] === 1
  return { ...standardProfile(claims), emailVerified: vouched && textOf(claims['email']) !== null }
}

async function discordProfile(read: ReadResource): Promise<Profile> {
  const user = membersOf(await read('https://discord.com/api/v10/users/@me'))
  return {
    subject: subjectOf(user['id']),
    email: textOf(user['email']),
    emailVerified: user['verified'] === true,
    name: textOf(user['global_name']) ?? textOf(user['username']),
  }
}
