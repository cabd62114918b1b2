import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import { parseEmail } from './email.ts'
import { userErrors } from './errors.ts'
import { checkedMetadata } from './metadata.ts'
import { parseName } from './name.ts'
import type { EmailAddress } from './email.ts'
import type { Metadata } from './metadata.ts'
import type { SystemRole, User } from './user.ts'

/** What is known of somebody who is to become a user. */
export interface NewUser {
  readonly email: string
  readonly name?: string | undefined
  readonly passwordHash?: string | undefined
  readonly emailVerified?: boolean | undefined
  /** Whether the person made the account themselves, with an address that they have yet to prove. */
  readonly signedUp?: boolean | undefined
  /** Whether sign-in is stopped from the start. */
  readonly disabled?: boolean | undefined
  readonly systemRole?: SystemRole | null | undefined
  readonly tier?: string | undefined
  readonly metadata?: Metadata | undefined
}

/** The user that comes of it. Throws `invalid_email` and `invalid_name`. */
export function newUser(input: NewUser, now: number): User {
  const { email, canonical } = emailOf(input.email)
  return {
    id: newId('usr', now),
    email,
    emailCanonical: canonical,
    emailVerified: input.emailVerified ?? false,
    name: nameOf(input.name ?? ''),
    passwordHash: input.passwordHash ?? null,
    mfaEnabled: false,
    systemRole: input.systemRole ?? null,
    tier: input.tier ?? 'free',
    metadata: checkedMetadata(input.metadata ?? {}),
    disabledAt: input.disabled === true ? now : null,
    unprovenSince: input.signedUp === true && input.emailVerified !== true ? now : null,
    createdAt: now,
    updatedAt: now,
  }
}

/** The address a text is. Throws `invalid_email`. */
export function emailOf(text: string): EmailAddress {
  const email = parseEmail(text)
  if (!email) throw new AppError(userErrors.invalid_email)
  return email
}

/** The name a text is. Throws `invalid_name`. */
export function nameOf(text: string): string {
  const name = parseName(text)
  if (name === undefined) throw new AppError(userErrors.invalid_name)
  return name
}
