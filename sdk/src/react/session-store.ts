import type { IdTokenClaims, Tokens, TokenSession } from '#/oauth/index.ts'

/** Whether somebody is signed in, and who. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed_out'; readonly error?: unknown }
  | {
      readonly status: 'signed_in'
      /** Who, where an ID token said so. */
      readonly user: IdTokenClaims | undefined
      readonly scope: string
      /** Why the tokens could not be renewed, if so. */
      readonly error?: unknown
    }

const LOADING: SessionState = { status: 'loading' }

/** What a page needs to begin: where it is, and what to do when a person came back. */
interface Arrival {
  readonly url: string
  readonly redirectUri: string
  readonly onSignedIn: (returnTo: string) => void
}

/** The state of a session for whoever renders it: follows the session, and ends a sign-in that comes back to the page. */
export class SessionStore {
  readonly #session: TokenSession
  readonly #listeners = new Set<() => void>()
  #state: SessionState
  #arrived: Promise<void> | undefined
  #stopFollowing: (() => void) | undefined

  constructor(session: TokenSession, initial: SessionState = LOADING) {
    this.#session = session
    this.#state = initial
  }

  readonly snapshot = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#stopFollowing ??= this.#session.subscribe(() => void this.#load())
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stopFollowing?.()
      this.#stopFollowing = undefined
    }
  }

  /** Once for each page: ends the sign-in that it is the callback of, if it is one, and finds out who is signed in. */
  arrive(arrival: Arrival): Promise<void> {
    this.#arrived ??= isCallback(arrival) ? this.#complete(arrival) : this.#load()
    return this.#arrived
  }

  /** Shows that something failed which the person wanted. */
  fail(error: unknown): void {
    if (this.#state.status !== 'loading') this.#show({ ...this.#state, error })
  }

  async #complete({ url, redirectUri, onSignedIn }: Arrival): Promise<void> {
    try {
      const { returnTo } = await this.#session.completeSignIn(url)
      onSignedIn(returnTo ?? new URL(redirectUri).pathname)
      await this.#load()
    } catch (error) {
      await this.#load(error)
    }
  }

  async #load(error?: unknown): Promise<void> {
    try {
      this.#show(stateOf(await this.#session.tokens(), error))
    } catch (cause) {
      this.#show(stateOf(await this.#session.current(), cause))
    }
  }

  #show(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function stateOf(tokens: Tokens | undefined, error: unknown): SessionState {
  const why = error === undefined ? {} : { error }
  if (tokens === undefined) return { status: 'signed_out', ...why }
  return { status: 'signed_in', user: tokens.claims, scope: tokens.scope, ...why }
}

/** Where to go on after a sign-in that begins here. Nobody goes on at the callback, whose parameters work once. */
export function returnPath({ pathname, search, hash }: URL | Location, redirectUri: string): string {
  if (pathname === new URL(redirectUri).pathname) return '/'
  // Two slashes begin the address of another host, for whoever goes there by it.
  return `${pathname.replace(/^\/+/, '/')}${search}${hash}`
}

/** A page is a callback where the server sends people to, with what it says. */
function isCallback({ url, redirectUri }: Arrival): boolean {
  const { origin, pathname, searchParams } = new URL(url)
  const expected = new URL(redirectUri)
  const isThere = origin === expected.origin && pathname === expected.pathname
  return isThere && searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))
}
