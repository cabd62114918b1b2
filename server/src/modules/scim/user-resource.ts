import { parseEmail, parseName } from '#/modules/users/index.ts'
import { scimError, scimErrors } from './errors.ts'

type Members = Record<string, unknown>

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** What provisioning says of somebody, read: what this server goes by, and what it keeps to say it again. */
export interface ProvisionedPerson {
  readonly userName: string
  readonly externalId: string | null
  readonly active: boolean
  readonly email: string
  readonly emailCanonical: string
  readonly name: string
  readonly displayName: string | null
  readonly attributes: Readonly<Members>
}

/** Attributes that are kept as they came (RFC 7643 §4.1, §4.3); others, and above all a password, are not. */
const KEPT = [
  ...['name', 'displayName', 'nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'],
  ...['emails', 'phoneNumbers', 'addresses', ENTERPRISE_SCHEMA],
]
const MAX_ATTRIBUTES_LENGTH = 16_384
const MAX_LENGTH = 320

/** Reads a user of the protocol. Names of attributes are the same in any case. */
export function readPerson(resource: Readonly<Members>): ProvisionedPerson {
  const valueOf = (name: string): unknown =>
    Object.entries(resource).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]
  const userName = textOf('userName', valueOf('userName'))
  if (userName === null) throw invalid('userName', 'is required')
  const attributes = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = valueOf(name)
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
  if (JSON.stringify(attributes).length > MAX_ATTRIBUTES_LENGTH) throw invalid('The resource', 'is too large')
  const address = parseEmail(addressOf(attributes['emails']) ?? userName)
  if (!address) throw invalid('emails', 'has no address, and userName is none')
  const displayName = textOf('displayName', attributes['displayName'])
  return {
    userName,
    externalId: textOf('externalId', valueOf('externalId')),
    active: activeOf(valueOf('active')),
    email: address.email,
    emailCanonical: address.canonical,
    name: parseName(displayName ?? fullName(attributes['name']) ?? '') ?? '',
    displayName,
    attributes,
  }
}

const invalid = (name: string, message: string): Error =>
  scimError(scimErrors.scim_invalid_value, `${name} ${message}.`)

function textOf(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length > MAX_LENGTH)
    throw invalid(name, `must be a text of up to ${MAX_LENGTH}`)
  return value
}

/** Entra ID says it in words. */
function activeOf(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalid('active', 'must be true or false')
}

/** The primary address, or the first one. */
function addressOf(emails: unknown): string | undefined {
  const list = (Array.isArray(emails) ? emails : []).filter(
    (it): it is Members => typeof it === 'object' && it !== null,
  )
  const isPrimary = ({ primary }: Members): boolean => String(primary).toLowerCase() === 'true'
  const value = (list.find(isPrimary) ?? list[0])?.['value']
  return typeof value === 'string' ? value : undefined
}

function fullName(name: unknown): string | undefined {
  if (typeof name !== 'object' || name === null) return undefined
  const { formatted, givenName, familyName } = name as Members
  if (typeof formatted === 'string' && formatted !== '') return formatted
  const parts = [givenName, familyName].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? undefined : parts.join(' ')
}
