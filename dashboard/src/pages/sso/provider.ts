import type { SsoConnection } from '@mandate/sdk'

/** What can be connected: providers with a guide of their own, and everything else by protocol. */
export const providers = ['okta', 'entra', 'google', 'oidc', 'saml'] as const
export type Provider = (typeof providers)[number]
export type Protocol = SsoConnection['type']

/** Whether a query parameter names a provider. */
export const isProvider = (text: string | undefined): text is Provider =>
  text !== undefined && (providers as readonly string[]).includes(text)

/** The protocol of a provider: what was chosen, unless its name says it. */
export const protocolOf = (provider: Provider, chosen: string | undefined): Protocol =>
  provider === 'oidc' || provider === 'saml' ? provider : chosen === 'saml' ? 'saml' : 'oidc'

/** The issuer where it is the same for everybody. */
export const issuerOf = (provider: Provider): string => (provider === 'google' ? 'https://accounts.google.com' : '')

/** What an issuer of a provider looks like. */
export const issuerLike: Readonly<Record<Provider, string>> = {
  okta: 'https://acme.okta.com',
  entra: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
  google: 'https://accounts.google.com',
  oidc: 'https://id.acme.com',
  saml: '',
}
