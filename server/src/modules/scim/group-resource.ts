import { scimError, scimErrors } from './errors.ts'

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** What is wanted of a group. */
export interface WantedGroup {
  readonly displayName: string
  readonly externalId: string | null
  /** Ids of people, each once. */
  readonly members: readonly string[]
}

const MAX_MEMBERS = 5000
const MAX_LENGTH = 300

/** Reads a group of the protocol. */
export function readGroup(resource: Readonly<Record<string, unknown>>): WantedGroup {
  const valueOf = (name: string): unknown =>
    Object.entries(resource).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]
  const displayName = textOf('displayName', valueOf('displayName'))
  if (displayName === null) throw invalid('displayName is required.')
  return { displayName, externalId: textOf('externalId', valueOf('externalId')), members: idsOf(valueOf('members')) }
}

const invalid = (message: string): Error => scimError(scimErrors.scim_invalid_value, message)

function textOf(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length > MAX_LENGTH)
    throw invalid(`${name} must be a text of up to ${MAX_LENGTH}.`)
  return value
}

function idsOf(members: unknown): string[] {
  if (members === undefined || members === null) return []
  if (!Array.isArray(members) || members.length > MAX_MEMBERS)
    throw invalid(`members is a list of up to ${MAX_MEMBERS}.`)
  const ids = (members as unknown[]).map((member) => {
    const value = typeof member === 'object' && member !== null ? (member as { value?: unknown }).value : undefined
    if (typeof value !== 'string') throw invalid('A member is named by its value.')
    return value
  })
  return [...new Set(ids)]
}
