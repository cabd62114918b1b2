import { Draft } from './unrendered-page.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { isScripted } from './document.ts'
import type { Content } from './document.ts'

interface Page extends Content {
  readonly status?: number
  /** Sources a form of this page may end at besides our own origin; `formActionSource` makes them. */
  readonly formActions?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A whole document for a person: one card or a room's page, our own style sheet, and headers that keep everything else
 * out. It is a draft until it leaves: `withBrand` writes it in the look of that moment.
 */
export function page(it: Page): Reply {
  const { status = 200, formActions = [], headers = {}, lang = 'en', assetsFrom } = it
  return new Reply(status, new Draft({ ...it, lang }), {
    'content-type': 'text/html; charset=utf-8',
    'content-language': lang,
    vary: 'Accept-Language',
    'content-security-policy': contentSecurityPolicy(formActions, isScripted(it), assetsFrom),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'permissions-policy': PERMISSIONS,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
}

// What a page of ours never asks a browser for: features that every engine which reads the header knows, since an unknown one
// is a warning on every page. Passkeys and the clipboard are for our own script.
const PERMISSIONS = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'hid', 'idle-detection', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
  ...['screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

/**
 * What `form-action` needs so that a browser follows a form's POST on to this address: Chrome applies the directive to
 * redirects too. An origin for the web, a scheme for an app's own scheme, and a scheme again for IPv6 literals, which
 * the grammar of sources can't write. Nothing for what is not an address.
 */
export function formActionSource(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, origin, hostname } = new URL(address)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && !hostname.startsWith('[') ? origin : protocol
}

const SOURCE = /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9.-]+(:\d+)?)?$/

// Our script talks to our own routes and writes no markup.
const SCRIPTED = "script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; "

function contentSecurityPolicy(formActions: readonly string[], isScripted: boolean, assetsFrom?: string): string {
  const assets = (assetsFrom !== undefined && formActionSource(assetsFrom)) || "'self'"
  const ends = ["'self'", ...formActions.filter((source) => SOURCE.test(source))].join(' ')
  return (
    `default-src 'none'; style-src ${assets}; font-src ${assets}; img-src ${assets} data:; ${isScripted ? SCRIPTED : ''}` +
    `form-action ${ends}; frame-ancestors 'none'; base-uri 'none'`
  )
}
