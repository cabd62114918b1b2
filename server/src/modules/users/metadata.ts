import { AppError } from '#/platform/errors/app-error.ts'
import { userErrors } from './errors.ts'

/** What operators note about a person. */
export type Metadata = Readonly<Record<string, unknown>>

const LARGEST_BYTES = 16 * 1024

/** Metadata after a merge patch (RFC 7396 §2): null removes a member, objects merge, everything else replaces. */
export function mergeMetadata(target: Metadata, patch: Metadata): Record<string, unknown> {
  const members = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(patch)) {
    const before = members.get(name)
    if (value === null) members.delete(name)
    else members.set(name, isObject(value) ? mergeMetadata(isObject(before) ? before : {}, value) : value)
  }
  return Object.fromEntries(members)
}

/** Throws `metadata_too_large` for more than a row should carry. */
export function checkedMetadata(metadata: Metadata): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(metadata)) > LARGEST_BYTES) throw new AppError(userErrors.metadata_too_large)
  return { ...metadata }
}

const isObject = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
