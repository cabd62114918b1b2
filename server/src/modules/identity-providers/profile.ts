/** Who a provider says somebody is. Only `subject` identifies them; everything else is a claim that may change. */
export interface Profile {
  readonly subject: string
  readonly email: string | null
  /** Whether the provider vouches that the address is theirs. Silence is no. */
  readonly emailVerified: boolean
  readonly name: string | null
}

/** Claims of an ID token or members of a provider's answer. */
export type Claims = Readonly<Record<string, unknown>>

/** A provider's answer that does not say what it must. */
export class UnusableProfile extends Error {}

const MAX_SUBJECT_LENGTH = 255
const MAX_TEXT_LENGTH = 400

/** The profile that standard claims describe (OpenID Connect Core §5.1). */
export const standardProfile = (claims: Claims): Profile => ({
  subject: subjectOf(claims['sub']),
  email: textOf(claims['email']),
  emailVerified: isTrue(claims['email_verified']),
  name: textOf(claims['name']),
})

// An address and what vouches for it; Microsoft has claims of its own.
const ADDRESS_CLAIMS: readonly string[] = ['email', 'email_verified', 'xms_edov', 'tid']

/** Claims without what they say of an address. */
export const withoutAddress = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !ADDRESS_CLAIMS.includes(name)))

/** A subject as we keep it. Some providers number their users. */
export function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (
    typeof subject === 'string' &&
    subject !== '' &&
    subject.length <= MAX_SUBJECT_LENGTH &&
    !/\p{Cc}/u.test(subject)
  ) {
    return subject
  }
  throw new UnusableProfile('the provider named no usable subject')
}

/** A text that is there and not absurd. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH ? value : null

/** True, also for those who write it as text; nothing else. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** An object of an answer; anything else has no members. */
export const membersOf = (value: unknown): Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {}
