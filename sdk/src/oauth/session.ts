import type { AuthorizationParameters, PendingAuthorization } from './authorization.ts'
import { Changes } from './changes.ts'
import type { OAuthClient } from './client.ts'
import { DpopKey } from './dpop.ts'
import { dpopFetch } from './dpop-fetch.ts'
import { OAuthError } from './errors.ts'
import { platformLock } from './locks.ts'
import type { Lock } from './locks.ts'
import { memoryStorage } from './storage.ts'
import type { KeyValueStorage } from './storage.ts'
import type { Tokens } from './tokens.ts'

// A token that ends on its way is as good as none.
const MARGIN_SECONDS = 30
// A person may have begun to sign in several times, in several tabs.
const MAX_PENDING = 5

interface TokenSessionOptions {
  readonly client: OAuthClient
  /** Where the tokens are; in memory when left out. */
  readonly storage?: KeyValueStorage | undefined
  /** Sets the session apart from others in the same storage; the client's id when left out. */
  readonly name?: string | undefined
  readonly lock?: Lock | undefined
  /** The origins of the APIs that `fetch` may send the token to; wherever it is told to when left out. */
  readonly origins?: readonly string[] | undefined
}

interface PendingSignIn extends PendingAuthorization {
  readonly returnTo?: string | undefined
}

/** A person who is back. */
export interface CompletedSignIn {
  readonly tokens: Tokens
  readonly returnTo: string | undefined
}

/**
 * A person signed in to an application: keeps their tokens and renews them when they end, once, however many calls and
 * tabs ask at the same time. A refresh token that is used twice would end the session for all of them.
 */
export class TokenSession {
  readonly client: OAuthClient
  readonly #storage: KeyValueStorage
  readonly #name: string
  readonly #lock: Lock
  readonly #origins: readonly string[] | undefined
  readonly #changes: Changes
  #renewal: Promise<Tokens | undefined> | undefined

  constructor({ client, storage = memoryStorage(), name = client.clientId, ...options }: TokenSessionOptions) {
    this.client = client
    this.#storage = storage
    this.#name = `mandate:${name}`
    this.#lock = options.lock ?? platformLock
    this.#origins = options.origins
    this.#changes = new Changes(this.#name)
  }

  /** Begins a sign-in: where to send the person. `returnTo` comes back with them, without leaving this browser. */
  async signIn(parameters: AuthorizationParameters, { returnTo }: { returnTo?: string } = {}): Promise<string> {
    const { url, pending } = await this.client.authorize(parameters)
    await this.#lock(this.#pendingName, async () => {
      const others = await this.#pending()
      await this.#storage.set(this.#pendingName, [...others, { ...pending, returnTo }].slice(-MAX_PENDING))
    })
    return url
  }

  /** Ends a sign-in with the address at which the person came back. It works once. */
  async completeSignIn(callback: string | URL): Promise<CompletedSignIn> {
    const pending = await this.#takePending(new URL(callback).searchParams.get('state'))
    if (pending === undefined) {
      throw new OAuthError('state_mismatch', 'the callback belongs to no sign-in that this browser began')
    }
    const tokens = await this.client.callback(callback, pending)
    await this.keep(tokens)
    return { tokens, returnTo: pending.returnTo }
  }

  /** Keeps tokens that came another way, such as by a device. */
  async keep(tokens: Tokens): Promise<void> {
    await this.#storage.set(this.#name, tokens)
    this.#changes.announce()
  }

  /** Tokens that live, renewed where that is needed; nothing when nobody is signed in. */
  async tokens(): Promise<Tokens | undefined> {
    const kept = await this.#kept()
    return kept === undefined || this.#lives(kept) ? kept : this.#renew(kept)
  }

  /** What is kept, whether it lives or not: who was signed in last. */
  async current(): Promise<Tokens | undefined> {
    return this.#kept()
  }

  /** Calls an API with the access token, bound or not. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin } = new URL(request.url)
    if (this.#origins?.includes(origin) === false) {
      throw new OAuthError('foreign_origin', `the token of this session is not for ${origin}`)
    }
    const tokens = await this.tokens()
    if (tokens === undefined) throw new OAuthError('signed_out', 'nobody is signed in')
    const { dpop, network } = this.client
    if (dpop) return dpopFetch({ key: dpop, accessToken: tokens.access_token, fetch: network.fetch })(request)
    request.headers.set('authorization', `Bearer ${tokens.access_token}`)
    return network.fetch(request)
  }

  /** Forgets the tokens and ends them at the server; where to send the person to sign out of the server, too. */
  async signOut(postLogoutRedirectUri?: string): Promise<string> {
    const kept = await this.#kept()
    await this.#forget()
    const token = kept?.refresh_token ?? kept?.access_token
    // Who wants out is out, whether the server can be reached or not.
    if (token !== undefined) await this.client.revoke(token).catch(() => undefined)
    return this.client.signOutUrl({ id_token_hint: kept?.id_token, post_logout_redirect_uri: postLogoutRedirectUri })
  }

  /** Hears of every change, in other tabs, too, until the function that it returns is called. */
  subscribe(listener: () => void): () => void {
    return this.#changes.subscribe(listener)
  }

  /** One renewal for all who ask meanwhile: here by the promise, in other tabs by the lock. */
  #renew(stale: Tokens): Promise<Tokens | undefined> {
    this.#renewal ??= this.#lock(`${this.#name}:refresh`, () => this.#refresh(stale)).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #refresh(stale: Tokens): Promise<Tokens | undefined> {
    const kept = await this.#kept()
    if (kept === undefined) return undefined
    // Somebody else was here while this one waited.
    if (kept.access_token !== stale.access_token && this.#lives(kept)) return kept
    if (kept.refresh_token === undefined) return this.#forget()
    try {
      const { claims, id_token: idToken } = kept
      const renewed = { claims, ...(await this.client.refresh(kept.refresh_token)) }
      const tokens = renewed.id_token === undefined ? { ...renewed, id_token: idToken } : renewed
      if (!(await this.#isKept(kept))) return await this.#yield(renewed)
      await this.keep(tokens)
      return tokens
    } catch (error) {
      const isRefused = error instanceof OAuthError && error.error === 'invalid_grant'
      if (!isRefused) throw error
      return (await this.#isKept(kept)) ? this.#forget() : this.#kept()
    }
  }

  async #isKept({ access_token: token }: Tokens): Promise<boolean> {
    return (await this.#kept())?.access_token === token
  }

  /**
   * Whoever signed out or in while tokens were renewed stays so: what came of it is nobody's and ends. Where no lock holds over
   * tabs, another one may have renewed the same tokens; those live on.
   */
  async #yield({ refresh_token: refreshToken, access_token: accessToken }: Tokens): Promise<Tokens | undefined> {
    const kept = await this.#kept()
    const isOfAnother = kept === undefined || kept.refresh_token !== refreshToken
    if (isOfAnother) await this.client.revoke(refreshToken ?? accessToken).catch(() => undefined)
    return kept
  }

  async #forget(): Promise<undefined> {
    await this.#storage.delete(this.#name)
    this.#changes.announce()
  }

  #lives({ expires_at: expiresAt }: Tokens): boolean {
    return expiresAt === undefined || expiresAt - MARGIN_SECONDS > this.client.network.seconds
  }

  async #kept(): Promise<Tokens | undefined> {
    return (await this.#storage.get(this.#name)) as Tokens | undefined
  }

  async #takePending(state: string | null): Promise<PendingSignIn | undefined> {
    return this.#lock(this.#pendingName, async () => {
      const all = await this.#pending()
      const mine = all.find((pending) => pending.state === state)
      if (mine)
        await this.#storage.set(
          this.#pendingName,
          all.filter((pending) => pending !== mine),
        )
      return mine
    })
  }

  get #pendingName(): string {
    return `${this.#name}:pending`
  }

  async #pending(): Promise<readonly PendingSignIn[]> {
    return ((await this.#storage.get(this.#pendingName)) ?? []) as readonly PendingSignIn[]
  }
}

/** The key of an application in this browser: the one that is kept, or a new one, which is kept from now on. */
export async function keptDpopKey(storage: KeyValueStorage, name: string, lock: Lock = platformLock): Promise<DpopKey> {
  const place = `mandate:${name}:dpop`
  return lock(place, async () => {
    const kept = (await storage.get(place)) as CryptoKeyPair | undefined
    if (kept) return DpopKey.from(kept)
    const key = await DpopKey.generate()
    await storage.set(place, key.pair)
    return key
  })
}
