import { exitCodes, Failure } from '#/frame/failure.ts'
import { withLock } from '#/frame/lock.ts'
import type { Contexts, SignInCredential } from './contexts.ts'
import type { Located } from './locate.ts'
import { ProofKey } from './proof-key.ts'
import { OAuthEndpoints, OAuthFailure } from './token-endpoint.ts'
import type { IssuedTokens } from './token-endpoint.ts'

interface SignInDeps {
  readonly located: Located & { readonly credential: SignInCredential }
  readonly contexts: Contexts
  readonly fetch: typeof fetch
  readonly now: () => number
}

const EARLY_MS = 30_000

/** Tokens as they are kept, with the file of their key. */
export const credentialFrom = (tokens: IssuedTokens, keyFile: string, now: number): SignInCredential => ({
  kind: 'sign_in',
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token ?? null,
  expires_at: new Date(now + tokens.expires_in * 1000).toISOString(),
  key_file: keyFile,
})

/** Sends requests as somebody who signed in: the token, a proof by its key, and a new token in time. */
export class SignIn {
  readonly #deps: SignInDeps
  #credential: SignInCredential
  #key: Promise<ProofKey> | undefined
  #nonce: string | undefined
  constructor(deps: SignInDeps) {
    this.#deps = deps
    this.#credential = deps.located.credential
  }

  /** Takes the place of `fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    if (Date.parse(this.#credential.expires_at) - this.#deps.now() < EARLY_MS) await this.#renew()
    const url = input instanceof Request ? input.url : String(input)
    const before = this.#nonce
    const response = await this.#send(url, init)
    const isAsking = response.status === 401 && /use_dpop_nonce/.test(response.headers.get('www-authenticate') ?? '')
    return isAsking && this.#nonce !== before ? this.#send(url, init) : response
  }

  async #send(url: string, init: RequestInit | undefined): Promise<Response> {
    const key = await (this.#key ??= ProofKey.read(this.#credential.key_file))
    const { access_token: accessToken } = this.#credential
    const method = init?.method ?? 'GET'
    const headers = new Headers(init?.headers)
    headers.set('authorization', `DPoP ${accessToken}`)
    headers.set('dpop', key.proof({ method, url, now: this.#deps.now(), accessToken, nonce: this.#nonce }))
    const response = await this.#deps.fetch(url, { ...init, headers, redirect: 'manual' })
    this.#nonce = response.headers.get('dpop-nonce') ?? this.#nonce
    return response
  }

  /** One process renews at a time: what another one got meanwhile is taken, since a refresh token works once. */
  async #renew(): Promise<void> {
    const { located, contexts, now } = this.#deps
    const name = located.context
    if (name === undefined) return
    await withLock(`${contexts.keyFileOf(name)}.lock`, async () => {
      const { contexts: known } = await contexts.read()
      const kept = known[name]?.credential
      if (kept?.kind !== 'sign_in') throw signedOut()
      this.#credential = kept
      if (Date.parse(kept.expires_at) - now() >= EARLY_MS) return
      this.#credential = await this.#refresh(kept)
      await contexts.renew(name, this.#credential)
    })
  }

  async #refresh({ refresh_token: refreshToken, key_file: keyFile }: SignInCredential): Promise<SignInCredential> {
    if (refreshToken === null) throw signedOut()
    const { located, fetch: send, now } = this.#deps
    const key = await (this.#key ??= ProofKey.read(keyFile))
    const endpoints = new OAuthEndpoints({ url: located.url, fetch: send, now })
    try {
      const tokens = await endpoints.token({ grant_type: 'refresh_token', refresh_token: refreshToken }, key)
      return credentialFrom({ refresh_token: refreshToken, ...tokens }, keyFile, now())
    } catch (error) {
      throw error instanceof OAuthFailure && error.error === 'invalid_grant' ? signedOut() : error
    }
  }
}

const signedOut = (): Failure =>
  new Failure('The sign-in is over.', {
    exitCode: exitCodes.auth,
    why: 'It was revoked, or the session in the browser that approved it ended.',
    next: 'mandate login',
    code: 'signed_out',
  })
