import { randomBytes } from 'node:crypto'
import { bindings, namespaces, nameIdFormats } from './names.ts'
import type { IdentityProvider, ServiceProvider } from './parties.ts'
import { redirectUrl } from './redirect-binding.ts'
import { escapeXml } from './xml-text.ts'

/** The id of a message of ours: it can't be guessed, and begins as an XML id must (Core §1.3.4). */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`

interface SignInRequest {
  readonly serviceProvider: ServiceProvider
  readonly identityProvider: IdentityProvider
  readonly id: string
  readonly now: number
  readonly nameIdFormat?: string | undefined
  /** Whether the provider is to ask the person again although it knows them. */
  readonly forceAuthn?: boolean
  readonly relayState?: string | undefined
}

/** Where to send a browser so that the provider signs a person in: a signed AuthnRequest (Core §3.4.1). */
export function signInUrl(request: SignInRequest): string {
  const { serviceProvider, identityProvider } = request
  return redirectUrl({
    kind: 'SAMLRequest',
    xml: authnRequest(request),
    to: identityProvider.signInUrl,
    relayState: request.relayState,
    privateKey: serviceProvider.keys[0].privateKey,
  })
}

function authnRequest({ serviceProvider, identityProvider, id, now, nameIdFormat, forceAuthn }: SignInRequest): string {
  const attributes = {
    'xmlns:samlp': namespaces.protocol,
    'xmlns:saml': namespaces.assertion,
    ID: id,
    Version: '2.0',
    IssueInstant: new Date(now).toISOString(),
    Destination: identityProvider.signInUrl,
    AssertionConsumerServiceURL: serviceProvider.acsUrl,
    ProtocolBinding: bindings.post,
    ...(forceAuthn && { ForceAuthn: 'true' }),
  }
  return (
    `<samlp:AuthnRequest ${xmlAttributes(attributes)}>` +
    `<saml:Issuer>${escapeXml(serviceProvider.entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy ${xmlAttributes({ AllowCreate: 'true', Format: nameIdFormat ?? nameIdFormats.unspecified })}/>` +
    '</samlp:AuthnRequest>'
  )
}

/** Attributes as text; what is undefined is left out. */
export const xmlAttributes = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${escapeXml(value)}"`]))
    .join(' ')
