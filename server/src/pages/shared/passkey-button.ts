import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import { FLOW_PAGE } from '#/modules/sessions/index.ts'
import { passkeyScript } from '#/ui/scripts/script.ts'
import { common } from './common-words.ts'
import type { SignInContext } from './sign-in-context.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'

interface PasskeyButton {
  /** What the passkey is for; `register` makes one. */
  readonly action: 'sign-in' | 'confirm' | 'register'
  readonly label: Html | string
  /** A path of ours to go on to. */
  readonly next: string
  /** Where to go on instead when an auth flow has a step left. */
  readonly waits?: string
  /** The token of the session; none before there is one. */
  readonly csrfToken?: string
  readonly locale: Locale
}

const texts = words({
  en: { failed: 'This passkey did not work. Try again, or another way.' },
  es: { failed: 'Esta llave de acceso no ha funcionado. Prueba otra vez, o de otra manera.' },
})

/** Where a sign-in goes on that has a step of its flow left. */
export const waitsAt = ({ query }: SignInContext): string => `${FLOW_PAGE}${query}`

/** The script a page with this button names; see `page`. */
export const PASSKEY_SCRIPT: string = passkeyScript.url

/**
 * A button for a passkey, hidden where there are no scripts or the browser knows none: the form beside it does the same
 * without. A field with `autocomplete="… webauthn"` on the page lets the browser offer passkeys there as well.
 */
export const passkeyButton = ({ action, label, next, waits = next, csrfToken = '', locale }: PasskeyButton): Html =>
  html`<div
    data-passkey="${action}"
    data-next="${next}"
    data-waits="${waits}"
    data-csrf="${csrfToken}"
    data-failed="${texts(locale).failed}"
    hidden
  >
    <p class="or"><span>${common(locale).or}</span></p>
    <button class="button button-plain" type="button">${label}</button>
    <p class="field-error" role="alert"></p>
  </div>`
