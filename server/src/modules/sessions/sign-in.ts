import { localeOf } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'

/** How a person signed in, and from where. */
export interface SignIn {
  /** How they proved who they are, as method names of RFC 8176 §2. */
  readonly methods: string[]
  readonly address: string
  readonly userAgent?: string | undefined
  readonly requestId?: string
  /** The language the person is spoken to in. */
  readonly locale?: Locale | undefined
  /** The cookies of the request: a session they hold ends with the sign-in. */
  readonly cookies?: Readonly<Record<string, string>>
}

/** The part of a request that a sign-in remembers. */
export interface SignInVisit {
  readonly id: string
  readonly address: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string>>
  /** The language of the page, where there was one. */
  readonly locale?: Locale
}

/** A sign-in by these methods in this request. */
export const signInBy = (methods: readonly string[], visit: SignInVisit): SignIn => ({
  methods: [...methods],
  address: visit.address,
  userAgent: visit.headers['user-agent'],
  requestId: visit.id,
  locale: visit.locale ?? localeOf({ headers: visit.headers, cookies: visit.cookies }),
  cookies: visit.cookies,
})

/** The method of a sign-in by a link in one's mail. RFC 8176 has no word for it; it counts as one factor. */
export const MAILBOX = 'email'

/** The method of a sign-in at a provider. RFC 8176 has no word for it; one factor here, whatever was asked for there. */
export const FEDERATED = 'fed'

/** The sign-in of a request that carried a password. */
export const passwordSignIn = (visit: SignInVisit): SignIn => signInBy(['pwd'], visit)
