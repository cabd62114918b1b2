import type { Refusals } from './refusals.ts'

/** Headers as the web has them, or as Node has them. */
export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** A request, as far as it matters here; a `Request` is one. */
export interface VerifiableRequest {
  readonly method: string
  /** As the caller sent it, encoded. Only its path counts: where the API is, the verifier knows. */
  readonly url: string
  readonly headers: RequestHeaders
}

/** What a request carries, not yet believed. */
interface Credentials {
  readonly token: string
  readonly isDpop: boolean
  readonly proof: string | undefined
}

/** Takes apart what a request carries (RFC 6750 §2.1, RFC 9449 §7.1). */
export function credentialsOf({ headers }: VerifiableRequest, refusals: Refusals): Credentials {
  const authorization = headerOf(headers, 'authorization') ?? ''
  const [, scheme = '', token = ''] = /^(bearer|dpop) +([\w.~+/-]+=*)$/i.exec(authorization) ?? []
  if (token === '') {
    if (/^(bearer|dpop)\b/i.test(authorization)) throw refusals.unreadable('the Authorization header can not be read')
    throw refusals.missing()
  }
  return { token, isDpop: scheme.toLowerCase() === 'dpop', proof: headerOf(headers, 'dpop') }
}

/** Several headers of a name are joined as the web does it, and so are no token and no proof. */
function headerOf(headers: RequestHeaders, name: string): string | undefined {
  if (isWeb(headers)) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

const isWeb = (headers: RequestHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

/** The path of a request target, which may be a whole address (RFC 9112 §3.2.2). */
export function pathOf(url: string): string {
  if (url.startsWith('/')) return url.replace(/[?#].*$/s, '')
  return URL.canParse(url) ? new URL(url).pathname : '/'
}
