import type { Client } from '#/modules/clients/index.ts'

/** The languages that snippets are written in. */
export const languages = ['node', 'spa', 'python', 'go', 'curl'] as const
export type Language = (typeof languages)[number]

/**
 * What a snippet does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of
 * agents, or is the API that gets the tokens.
 */
export const uses = ['sign_in', 'token', 'device', 'exchange', 'api'] as const
export type Use = (typeof uses)[number]

/** What a snippet is written for. */
export interface Setting {
  readonly app: Client
  readonly issuer: string
}

/** Code that runs as it is, once its environment is set. */
export interface Snippet {
  readonly title: string
  readonly file: string
  /** The command that fetches what it needs; null when it needs nothing. */
  readonly install: string | null
  readonly code: string
}

/** A snippet, or why there is none. */
export type Answer = Snippet | { readonly reason: string }

export type Writer = (setting: Setting) => Answer

/** Where the secret of an application is expected; secrets never stand in the code itself. */
export const SECRET = 'MANDATE_CLIENT_SECRET'
/** Where the private key of an application with private_key_jwt is expected, as JWK. */
export const PRIVATE_KEY = 'MANDATE_PRIVATE_JWK'

/**
 * A text as string literal of JavaScript, Python and Go, which agree on JSON for the printable ASCII that addresses and
 * scopes are made of. `<` is escaped, so that no text ends a script element.
 */
export const literal = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c')

/** A text as one word of a shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Where people come back to: the first address on the web that is registered. */
export const webRedirectOf = ({ app }: Setting): string | undefined =>
  app.redirectUris.find((uri) => /^https?:/i.test(uri))

/** Where people come back to on their own machine: a literal address, whose port may vary (RFC 8252 §7.3). */
const loopbackRedirectOf = ({ app }: Setting): string | undefined =>
  app.redirectUris.find((uri) => /^http:\/\/(?:127\.0\.0\.1|\[::1\])/.test(uri))

/** The snippets of a language for what runs outside of browsers; people come back to the redirect URI given. */
interface Samples {
  machine(): Snippet
  native(redirect: string): Snippet
  web(redirect: string): Snippet
}

/** The sample that fits the application, or what it lacks for one. */
export function sampleFor(setting: Setting, samples: Samples): Answer {
  switch (setting.app.appType) {
    case 'machine':
      return samples.machine()
    case 'native': {
      const redirect = loopbackRedirectOf(setting)
      return redirect === undefined ? noLoopback : samples.native(redirect)
    }
    case 'web': {
      const redirect = webRedirectOf(setting)
      return redirect === undefined ? noRedirect : samples.web(redirect)
    }
    default:
      return needsBrowser
  }
}

/** Why a language that knows secrets only has nothing for an application with keys; undefined when it has. */
export function lackOfKeys({ dpopBound, authMethod }: Client): Answer | undefined {
  if (dpopBound) return needsProofs
  return authMethod === 'private_key_jwt' ? needsKey : undefined
}

/** Where a sample begins a sign-in, where it ends, and where people sign out: three paths, whatever the redirect URI is. */
export function pathsOf(redirect: string): { begin: string; finish: string; signOut: string } {
  const finish = new URL(redirect).pathname
  return { begin: finish === '/' ? '/sign-in' : '/', finish, signOut: finish === '/sign-out' ? '/leave' : '/sign-out' }
}

const noLoopback = {
  reason: 'It runs on the person’s own machine, so it needs a redirect URI such as http://127.0.0.1/callback.',
}
export const noRedirect = { reason: 'It needs a redirect URI on the web.' }
const needsProofs = {
  reason: 'The application is bound to DPoP keys, which this library does not use; see node.',
}
const needsKey = { reason: 'The application signs in with a key of its own; see node.' }
const needsBrowser = { reason: 'The application runs in a browser; see spa.' }
