import type { DpopKey } from './dpop.ts'

interface DpopFetchOptions {
  readonly key: DpopKey
  /** The token that is bound to the key. */
  readonly accessToken: string | (() => string | Promise<string>)
  /** Below it. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * A `fetch` that sends a bound token with a proof for each request (RFC 9449 §7.1), and tries once more where a server
 * wants a nonce in it (§9). It sends the token wherever it is told to: call your own APIs with it alone.
 */
export function dpopFetch({ key, accessToken, fetch: below = fetch }: DpopFetchOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const token = typeof accessToken === 'function' ? await accessToken() : accessToken
    const send = async (attempt: Request): Promise<Response> => {
      const proof = await key.prove({ method: attempt.method, url: attempt.url, accessToken: token })
      attempt.headers.set('authorization', `DPoP ${token}`)
      attempt.headers.set('dpop', proof)
      return below(attempt)
    }
    const spare = request.clone()
    const response = await send(request)
    const hasNonce = key.learn(request.url, response.headers)
    if (!hasNonce || response.status !== 401 || !asksForNonce(response)) return response
    await response.body?.cancel()
    const again = await send(spare)
    key.learn(request.url, again.headers)
    return again
  }
}

const asksForNonce = ({ headers }: Response): boolean =>
  /error="?use_dpop_nonce/.test(headers.get('www-authenticate') ?? '')
