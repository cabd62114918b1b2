import type { Client } from '#/modules/clients/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { IdTokenHint } from '#/oauth/shared/id-token-hint.ts'

/** What an application asks for when it sends somebody to sign out, as far as it is allowed. */
export interface LogoutRequest {
  readonly client: Client | undefined
  /** `unreadable` is what came as an ID token and is none of ours. */
  readonly hint: IdTokenHint | 'unreadable' | undefined
  /** Where to go afterwards, one the client registered; with the state it wants back. */
  readonly returnTo: string | undefined
  readonly state: string | undefined
  /** The languages the application asked for, best first. */
  readonly uiLocales: string | undefined
  /** What the person is asked in. */
  readonly locale: Locale
}

/** The address to go on to afterwards (OpenID Connect RP-Initiated Logout §3). */
export function destinationOf({ returnTo, state, uiLocales }: LogoutRequest): string {
  if (returnTo === undefined) {
    return uiLocales === undefined ? '/logout' : `/logout?${new URLSearchParams({ ui_locales: uiLocales })}`
  }
  if (state === undefined) return returnTo
  return `${returnTo}${returnTo.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`
}
