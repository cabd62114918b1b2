import { MandateError } from '@mandate/sdk'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { failureOf } from './failures.ts'
import type { ProofKey } from './proof-key.ts'

/** The client that the command line is; it is built into the server. */
const CLIENT_ID = 'mandate-cli'

/** What the token endpoint issues. */
export interface IssuedTokens {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
}

/** Where a device is allowed, and how it asks whether it was. */
export interface DeviceStart {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

interface TokenEndpointDeps {
  readonly url: string
  readonly fetch: typeof fetch
  readonly now: () => number
}

type Answer = Readonly<Record<string, unknown>>

/** An error of the OAuth endpoints (RFC 6749 §5.2). */
export class OAuthFailure extends Failure {
  readonly error: string
  constructor(status: number, answer: Answer) {
    const error = typeof answer['error'] === 'string' ? answer['error'] : 'unexpected_response'
    const said = answer['error_description'] ?? `the server responded with status ${status}`
    super(String(said), {
      exitCode: status >= 500 ? exitCodes.unreachable : exitCodes.auth,
      code: error,
      docsUrl: typeof answer['error_uri'] === 'string' ? answer['error_uri'] : undefined,
      next:
        error === 'invalid_client' ? 'This server knows no command line: is it older than this program?' : undefined,
    })
    this.error = error
  }
}

/** The OAuth endpoints of a server, as the command line calls them. */
export class OAuthEndpoints {
  readonly #deps: TokenEndpointDeps
  #nonce: string | undefined
  constructor(deps: TokenEndpointDeps) {
    this.#deps = deps
  }

  /** Begins a sign-in (RFC 8628 §3.1). */
  async startDevice(): Promise<DeviceStart> {
    const { status, answer } = await this.#post('/oauth/device', { scope: 'admin' })
    if (status !== 200) throw new OAuthFailure(status, answer)
    return answer as unknown as DeviceStart
  }

  /** Asks for tokens that are bound to the key. */
  async token(form: Readonly<Record<string, string>>, key: ProofKey): Promise<IssuedTokens> {
    const url = `${this.#deps.url}/oauth/token`
    for (let attempt = 0; ; attempt++) {
      const before = this.#nonce
      const dpop = key.proof({ method: 'POST', url, now: this.#deps.now(), nonce: before })
      const { status, answer } = await this.#post('/oauth/token', form, { dpop })
      if (status === 200) return answer as unknown as IssuedTokens
      // RFC 9449 §8: the same request again, with the nonce that came with the refusal.
      const again = answer['error'] === 'use_dpop_nonce' && this.#nonce !== before && attempt === 0
      if (!again) throw new OAuthFailure(status, answer)
    }
  }

  /** Ends a token and what came of it (RFC 7009). */
  async revoke(token: string): Promise<void> {
    const { status, answer } = await this.#post('/oauth/revoke', { token })
    if (status !== 200) throw new OAuthFailure(status, answer)
  }

  async #post(path: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    const { url, fetch: send } = this.#deps
    const response = await send(`${url}${path}`, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams({ client_id: CLIENT_ID, ...form }),
      redirect: 'manual',
    }).catch((cause: unknown) => {
      throw failureOf(new MandateError({ status: 0, code: 'network_error', message: 'no response', cause }), url)
    })
    this.#nonce = response.headers.get('dpop-nonce') ?? this.#nonce
    const text = await response.text()
    return { status: response.status, answer: parsed(text) }
  }
}

function parsed(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Answer) : {}
  } catch {
    return {}
  }
}
