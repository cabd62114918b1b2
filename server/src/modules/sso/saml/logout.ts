import { issuerOf, readNameId } from './assertion.ts'
import type { SamlNameId } from './assertion.ts'
import { attributeOf, childrenNamed, isNamed, onlyChild, parseXml, textOf } from './document.ts'
import type { XmlElement } from './document.ts'
import { namespaces, SUCCESS } from './names.ts'
import type { IdentityProvider, ServiceProvider } from './parties.ts'
import { readRedirect, redirectUrl } from './redirect-binding.ts'
import { demand, refuse } from './refusal.ts'
import { newMessageId, xmlAttributes } from './requests.ts'
import { CLOCK_SKEW_MS, demandBegun, demandNotOver, timeOf } from './times.ts'
import { escapeXml } from './xml-text.ts'

const { assertion: SAML, protocol: SAMLP } = namespaces
const MAX_MESSAGE_AGE_MS = 10 * 60_000
const REQUEST_LIFE_MS = 5 * 60_000

interface Parties {
  readonly serviceProvider: ServiceProvider
  readonly identityProvider: IdentityProvider
}

interface LogoutRequestInput extends Parties {
  readonly id: string
  readonly now: number
  readonly nameId: SamlNameId
  readonly sessionIndex?: string | undefined
  readonly relayState?: string | undefined
}

/** Where to send a browser so that the provider ends its session too (Core §3.7.1); undefined where it can't. */
export function logoutRequestUrl(input: LogoutRequestInput): string | undefined {
  const { identityProvider, serviceProvider, nameId, sessionIndex, relayState } = input
  if (identityProvider.logoutUrl === undefined) return undefined
  const end = { NotOnOrAfter: new Date(input.now + REQUEST_LIFE_MS).toISOString() }
  const name = { Format: nameId.format, NameQualifier: nameId.nameQualifier, SPNameQualifier: nameId.spNameQualifier }
  const index = sessionIndex === undefined ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`
  const xml =
    `<samlp:LogoutRequest ${envelope(input, identityProvider.logoutUrl, end)}>${issuer(serviceProvider)}` +
    `<saml:NameID ${xmlAttributes(name)}>${escapeXml(nameId.value)}</saml:NameID>${index}</samlp:LogoutRequest>`
  return send({ kind: 'SAMLRequest', xml, to: identityProvider.logoutUrl, relayState }, serviceProvider)
}

interface LogoutResponseInput extends Parties {
  readonly now: number
  /** The id of the request that this answers. */
  readonly inResponseTo: string
  readonly relayState?: string | undefined
}

/** Where to send a browser to tell the provider that the session here is over (Core §3.7.2). */
export function logoutResponseUrl(input: LogoutResponseInput): string | undefined {
  const { identityProvider, serviceProvider, inResponseTo, relayState } = input
  const to = identityProvider.logoutResponseUrl ?? identityProvider.logoutUrl
  if (to === undefined) return undefined
  const attributes = envelope({ id: newMessageId(), now: input.now }, to, { InResponseTo: inResponseTo })
  const xml =
    `<samlp:LogoutResponse ${attributes}>${issuer(serviceProvider)}` +
    `<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status></samlp:LogoutResponse>`
  return send({ kind: 'SAMLResponse', xml, to, relayState }, serviceProvider)
}

const envelope = (
  { id, now }: { id: string; now: number },
  destination: string,
  more: Record<string, string>,
): string =>
  xmlAttributes({
    'xmlns:samlp': SAMLP,
    'xmlns:saml': SAML,
    ID: id,
    Version: '2.0',
    IssueInstant: new Date(now).toISOString(),
    Destination: destination,
    ...more,
  })

const issuer = ({ entityId }: ServiceProvider): string => `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer>`

const send = (message: Omit<Parameters<typeof redirectUrl>[0], 'privateKey'>, { keys }: ServiceProvider): string =>
  redirectUrl({ ...message, privateKey: keys[0].privateKey })

/** What a provider sent to the logout address: its wish to end a session, or its answer to ours. */
export type LogoutMessage =
  | {
      readonly kind: 'request'
      readonly id: string
      readonly nameId: SamlNameId
      /** Which sessions end; none means all of the person's with this provider. */
      readonly sessionIndexes: readonly string[]
      readonly relayState: string | undefined
      /** From then on the message is refused for its age; until then its id is remembered. */
      readonly acceptableUntil: number
    }
  | {
      readonly kind: 'response'
      readonly inResponseTo: string
      readonly succeeded: boolean
      readonly relayState: string | undefined
    }

/** Reads a logout message from the raw query it came in, verified by the pinned certificates. */
export async function readLogoutMessage(
  rawQuery: string,
  { serviceProvider, identityProvider, now }: Parties & { readonly now: number },
): Promise<LogoutMessage> {
  const { kind, xml, relayState } = await readRedirect(rawQuery, identityProvider.certificates)
  const { root } = await parseXml(xml)
  const name = kind === 'SAMLRequest' ? 'LogoutRequest' : 'LogoutResponse'
  demand(isNamed(root, SAMLP, name), 'structure', `not a ${name}`)
  const issuedAt = checkEnvelope(root, { serviceProvider, identityProvider, now })
  if (kind === 'SAMLResponse') return { kind: 'response', ...readOutcome(root), relayState }
  demandNotOver(timeOf(root, 'NotOnOrAfter'), now)
  const id = attributeOf(root, 'ID') ?? ''
  demand(id !== '' && id.length <= 256, 'structure', 'no id')
  return {
    kind: 'request',
    id,
    nameId: readNameId(onlyChild(root, SAML, 'NameID')),
    sessionIndexes: childrenNamed(root, SAMLP, 'SessionIndex').map(textOf),
    relayState,
    acceptableUntil: issuedAt + MAX_MESSAGE_AGE_MS + CLOCK_SKEW_MS,
  }
}

function checkEnvelope(
  root: XmlElement,
  { serviceProvider, identityProvider, now }: Parties & { now: number },
): number {
  demand(attributeOf(root, 'Version') === '2.0', 'structure', 'not version 2.0')
  demand(issuerOf(root) === identityProvider.entityId, 'issuer', 'the message is of another provider')
  const destination = attributeOf(root, 'Destination')
  demand(destination === serviceProvider.logoutUrl, 'destination', 'the message was sent to somebody else')
  const issuedAt = timeOf(root, 'IssueInstant') ?? refuse('structure', 'no IssueInstant')
  demandBegun(issuedAt, now)
  demandNotOver(issuedAt + MAX_MESSAGE_AGE_MS, now)
  return issuedAt
}

function readOutcome(root: XmlElement): { inResponseTo: string; succeeded: boolean } {
  const code = onlyChild(onlyChild(root, SAMLP, 'Status'), SAMLP, 'StatusCode')
  const inResponseTo = attributeOf(root, 'InResponseTo') ?? refuse('in_response_to', 'answers no request')
  return { inResponseTo, succeeded: attributeOf(code, 'Value') === SUCCESS }
}
