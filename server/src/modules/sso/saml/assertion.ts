import { attributeOf, childrenNamed, childrenOf, isNamed, onlyChild, optionalChild, textOf } from './document.ts'
import type { XmlElement } from './document.ts'
import { BEARER, namespaces } from './names.ts'
import type { ServiceProvider } from './parties.ts'
import { demand, refuse } from './refusal.ts'
import { CLOCK_SKEW_MS, demandBegun, demandNotOver, timeOf } from './times.ts'

const SAML = namespaces.assertion

/** No assertion is taken that was issued longer ago, whatever it says itself, so that what is replayed is known for long enough. */
const MAX_ASSERTION_AGE_MS = 60 * 60_000
const MAX_NAME_LENGTH = 512
const MAX_ID_LENGTH = 256

/** Whom an identity provider speaks of, and how it names the person when one of both signs out. */
export interface SamlNameId {
  readonly value: string
  readonly format: string | undefined
  readonly nameQualifier: string | undefined
  readonly spNameQualifier: string | undefined
}

/** What a verified assertion says. */
export interface SamlAssertion {
  readonly id: string
  readonly nameId: SamlNameId
  /** The values of each attribute by its name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** The request that this answers; undefined where the provider began. */
  readonly inResponseTo: string | undefined
  readonly sessionIndex: string | undefined
  readonly authenticatedAt: number
  readonly authnContext: string | undefined
  /** When the provider wants the session to be over at the latest. */
  readonly sessionNotOnOrAfter: number | undefined
  /** From then on the assertion is refused for its age; until then its id is remembered. */
  readonly acceptableUntil: number
}

interface Expected {
  readonly serviceProvider: ServiceProvider
  /** Entity id of the provider. */
  readonly issuer: string
  readonly now: number
}

/** Reads an assertion whose bytes were verified, and refuses it unless it is for us, from the provider, and for now. */
export function readAssertion(assertion: XmlElement, expected: Expected): SamlAssertion {
  const { now, serviceProvider } = expected
  demand(attributeOf(assertion, 'Version') === '2.0', 'structure', 'not version 2.0')
  const id = attributeOf(assertion, 'ID') ?? ''
  demand(id !== '' && id.length <= MAX_ID_LENGTH, 'structure', 'no id')
  demand(issuerOf(assertion) === expected.issuer, 'issuer', 'the assertion is of another provider')
  const issuedAt = timeOf(assertion, 'IssueInstant') ?? refuse('structure', 'no IssueInstant')
  demandBegun(issuedAt, now)
  const oldestEnd = issuedAt + MAX_ASSERTION_AGE_MS
  demandNotOver(oldestEnd, now)
  checkConditions(onlyChild(assertion, SAML, 'Conditions'), serviceProvider.entityId, now)
  const subject = onlyChild(assertion, SAML, 'Subject')
  const confirmation = confirmSubject(subject, serviceProvider.acsUrl, now)
  return {
    id,
    nameId: readNameId(onlyChild(subject, SAML, 'NameID')),
    attributes: attributesOf(assertion),
    inResponseTo: attributeOf(confirmation, 'InResponseTo'),
    ...readAuthentication(assertion, now),
    acceptableUntil: oldestEnd + CLOCK_SKEW_MS,
  }
}

/** The entity id that a message or an assertion names as its issuer; undefined where it names none. */
export function issuerOf(element: XmlElement): string | undefined {
  const issuer = optionalChild(element, SAML, 'Issuer')
  return issuer && textOf(issuer)
}

/** The name of a person: text and nothing else, since a comment within would cut it for some readers. */
export function readNameId(element: XmlElement): SamlNameId {
  const value = textOf(element)
  demand(value !== '' && value.length <= MAX_NAME_LENGTH, 'subject', 'a NameID that is empty or too long')
  return {
    value,
    format: attributeOf(element, 'Format'),
    nameQualifier: attributeOf(element, 'NameQualifier'),
    spNameQualifier: attributeOf(element, 'SPNameQualifier'),
  }
}

/** Core §2.5.1: all conditions hold, and one that is not known can't be said to. */
function checkConditions(conditions: XmlElement, audience: string, now: number): void {
  demandBegun(timeOf(conditions, 'NotBefore'), now)
  demandNotOver(timeOf(conditions, 'NotOnOrAfter'), now)
  const restrictions = childrenNamed(conditions, SAML, 'AudienceRestriction')
  const others = childrenOf(conditions).filter((child) => !restrictions.includes(child))
  const known = others.every((child) => isNamed(child, SAML, 'OneTimeUse') || isNamed(child, SAML, 'ProxyRestriction'))
  demand(known, 'structure', 'a condition that is not known')
  const isForUs = (restriction: XmlElement): boolean =>
    childrenNamed(restriction, SAML, 'Audience').some((element) => textOf(element) === audience)
  demand(restrictions.length > 0 && restrictions.every(isForUs), 'audience', 'the assertion is for somebody else')
}

/** Profiles §4.1.4.3: some bearer confirmation is for our address, and for now. Returns its data. */
function confirmSubject(subject: XmlElement, acsUrl: string, now: number): XmlElement {
  const bearers = childrenNamed(subject, SAML, 'SubjectConfirmation').filter(
    (confirmation) => attributeOf(confirmation, 'Method') === BEARER,
  )
  const data = bearers.flatMap((bearer) => childrenNamed(bearer, SAML, 'SubjectConfirmationData'))
  const [ours, second] = data.filter((element) => attributeOf(element, 'Recipient') === acsUrl)
  if (!ours || second) return refuse('recipient', 'not exactly one bearer confirmation for our address')
  const notOnOrAfter = timeOf(ours, 'NotOnOrAfter') ?? refuse('structure', 'a confirmation without an end')
  demandBegun(timeOf(ours, 'NotBefore'), now)
  demandNotOver(notOnOrAfter, now)
  return ours
}

type Authentication = Pick<SamlAssertion, 'authenticatedAt' | 'sessionIndex' | 'sessionNotOnOrAfter' | 'authnContext'>

function readAuthentication(assertion: XmlElement, now: number): Authentication {
  const statement = onlyChild(assertion, SAML, 'AuthnStatement')
  const sessionNotOnOrAfter = timeOf(statement, 'SessionNotOnOrAfter')
  demandNotOver(sessionNotOnOrAfter, now)
  const authenticatedAt = timeOf(statement, 'AuthnInstant') ?? refuse('structure', 'no AuthnInstant')
  demandBegun(authenticatedAt, now)
  const context = optionalChild(statement, SAML, 'AuthnContext')
  const reference = context && optionalChild(context, SAML, 'AuthnContextClassRef')
  const sessionIndex = attributeOf(statement, 'SessionIndex')
  demand((sessionIndex ?? '').length <= MAX_NAME_LENGTH, 'structure', 'a SessionIndex that is too long')
  return { authenticatedAt, sessionIndex, sessionNotOnOrAfter, authnContext: reference && textOf(reference) }
}

/** The attributes that are texts; a value with elements inside is passed over, since no mapping can name it. */
function attributesOf(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>()
  const statements = childrenNamed(assertion, SAML, 'AttributeStatement')
  for (const attribute of statements.flatMap((statement) => childrenNamed(statement, SAML, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name') ?? ''
    const values = childrenNamed(attribute, SAML, 'AttributeValue').filter((value) => childrenOf(value).length === 0)
    if (name === '') continue
    attributes.set(name, [...(attributes.get(name) ?? []), ...values.map(textOf)])
  }
  return attributes
}
