import { toIso } from '#/platform/clock.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { displayName } from '#/modules/users/index.ts'
import { deviceOf } from './device.ts'
import { placeOf } from './network-label.ts'
import { MAILBOX } from './methods.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { Session } from './session.ts'
import type { SessionStore } from './store.ts'

interface SignInNoticesDeps {
  readonly store: SessionStore
  readonly emails: Pick<Emails, 'queue'>
  /** The address of this server, where whoever did not sign in can do something about it. */
  readonly baseUrl: string
}

/**
 * Tells people by mail when somebody signed in as them with a device, or from a network, that their kept sessions don't
 * show together. Only to proven addresses: another one may be a stranger's, who would learn when and from where. A sign-in
 * by mail needs no notice in the same mailbox.
 */
export class SignInNotices {
  readonly #deps: SignInNoticesDeps
  constructor(deps: SignInNoticesDeps) {
    this.#deps = deps
  }

  async tell(tx: Tx, user: User, session: Session, locale: Locale = 'en'): Promise<void> {
    const { store, emails, baseUrl } = this.#deps
    if (!user.emailVerified || session.methods.includes(MAILBOX)) return
    const origin = originOf(session)
    if ((await store.listOthers(tx, session)).some((other) => originOf(other) === origin)) return
    await emails.queue(tx, {
      template: 'new_sign_in',
      to: user.email,
      locale,
      variables: {
        name: displayName(user),
        device: deviceOf(session.userAgent, locale),
        place: session.ip ?? placeOf(null, locale),
        time: toIso(session.authenticatedAt),
        link: `${baseUrl}/forgot`,
      },
    })
  }
}

/** What somebody signs in with, and from where. */
export interface Origin {
  readonly ip: string | null
  readonly userAgent: string | null
}

/** Whether one of the kept sessions of a user shows this device and network together. */
export const isKnownOrigin = async (store: SessionStore, userId: string, origin: Origin): Promise<boolean> =>
  (await store.listOrigins(userId)).some((other) => originOf(other) === originOf(origin))

const originOf = ({ userAgent, ip }: Origin): string => `${deviceOf(userAgent)} ${networkOf(ip ?? '')}`
