import { AppError } from '#/platform/errors/app-error.ts'
import { scimErrors } from './errors.ts'

/** Refuses a change that was based on another state (RFC 7644 §3.14); `*` and silence are content with any. */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const isMeant = ifMatch.split(',').some((tag) => plain(tag) === plain(version))
  if (!isMeant) throw new AppError(scimErrors.scim_version_mismatch)
}

/** Whether somebody has this state already. */
export const hasVersion = (ifNoneMatch: string | undefined, version: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => plain(tag) === plain(version))

/** Some providers send the tag without its mark of weakness, or without quotes. */
const plain = (tag: string): string => tag.trim().replace(/^W\//, '').replaceAll('"', '')
