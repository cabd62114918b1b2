import { subjectOf, textOf } from '#/modules/identity-providers/index.ts'
import type { Claims } from '#/modules/identity-providers/index.ts'
import type { AttributeNames, SsoConnection } from './connection.ts'
import type { AssertedIdentity } from './identity.ts'

type Wanted = Exclude<keyof AttributeNames, 'subject'>

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const MICROSOFT = 'http://schemas.microsoft.com'

/** What identity providers call these unless an operator says otherwise, the likeliest first. */
const usualNames: Readonly<Record<SsoConnection['type'], Readonly<Record<Wanted, readonly string[]>>>> = {
  oidc: { email: ['email'], name: ['name'], groups: ['groups'] },
  saml: {
    email: ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`],
    name: ['name', 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241', `${MICROSOFT}/identity/claims/displayname`],
    groups: ['groups', 'memberOf', `${MICROSOFT}/ws/2008/06/identity/claims/groups`],
  },
}

const MAX_GROUPS = 1000
const MAX_GROUP_LENGTH = 300

/** The names under which a connection has what we want to know, the first that says something counting. */
export const namesOf = ({ type, attributes }: Pick<SsoConnection, 'type' | 'attributes'>, wanted: Wanted) =>
  attributes[wanted] === undefined ? usualNames[type][wanted] : [attributes[wanted]]

/** Reads an identity out of named values, whatever protocol they came by. Throws for a subject that is none. */
export function identityOf(
  connection: Pick<SsoConnection, 'type' | 'attributes'>,
  subject: unknown,
  valueOf: (name: string) => unknown,
): AssertedIdentity {
  const first = (wanted: Wanted): unknown =>
    namesOf(connection, wanted)
      .map(valueOf)
      .find((value) => value !== undefined)
  return {
    subject: subjectOf(subject),
    email: textOf(one(first('email'))),
    emailDenied: false,
    name: textOf(one(first('name'))),
    groups: groupsOf(first('groups')),
    groupsLeftOut: first('groups') === undefined && saysMore(valueOf),
  }
}

/** The attribute by which Entra ID says so in SAML. */
const GROUPS_LINK = `${MICROSOFT}/claims/groups.link`

/**
 * Whether somebody has more groups than the provider puts into what it sends, and so has none in it. Entra ID says so by a
 * claim that stands elsewhere (OpenID Connect Core §5.6.2), by `hasgroups`, or by an attribute with a link.
 */
function saysMore(valueOf: (name: string) => unknown): boolean {
  const elsewhere = valueOf('_claim_names')
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, 'groups')
  return isElsewhere || String(valueOf('hasgroups')) === 'true' || valueOf(GROUPS_LINK) !== undefined
}

/** The identity that claims of an ID token describe. */
export const identityOfClaims = (connection: SsoConnection, claims: Claims): AssertedIdentity => ({
  ...identityOf(connection, claims['sub'], (name) => (Object.hasOwn(claims, name) ? claims[name] : undefined)),
  emailDenied: claims['email_verified'] === false || claims['email_verified'] === 'false',
})

/** A value that may come in a list, and counts only when it is the only one. */
const one = (value: unknown): unknown => (Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value)

const groupsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((group): group is string => typeof group === 'string' && group.length <= MAX_GROUP_LENGTH)
    .slice(0, MAX_GROUPS)
