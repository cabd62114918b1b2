import { AppError } from '#/platform/errors/app-error.ts'
import { userErrors } from './errors.ts'

/** What operators note about a person. */
export type Metadata = Readonly<Record<string, unknown>>

const LARGEST_BYTES = 16 * 1024

/** Throws `metadata_too_large` for more than a row should carry. */
export function checkedMetadata(metadata: Metadata): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(metadata)) > LARGEST_BYTES) throw new AppError(userErrors.metadata_too_large)
  return { ...metadata }
}
