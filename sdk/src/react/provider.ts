import { createContext, createElement, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { AuthorizationParameters, TokenSession } from '#/oauth/index.ts'
import { returnPath, SessionStore } from './session-store.ts'
import type { SessionState } from './session-store.ts'

interface MandateProviderProps {
  /** Made once, outside of components. */
  readonly session: TokenSession
  /** What is asked for at each sign-in: the redirect URI, which this page may be, and the scope. */
  readonly request: AuthorizationParameters
  /** Gets the path at which the sign-in began; puts it into the address bar when left out. Give your router's. */
  readonly onSignedIn?: ((returnTo: string) => void) | undefined
  /** Leaves the page; for tests. */
  readonly navigate?: ((url: string) => void) | undefined
  /** What a server rendered already knows. */
  readonly initial?: SessionState | undefined
  readonly children?: ReactNode
}

interface SessionActions {
  /** Sends the person to sign in; what is given adds to the request of the provider. What fails is the session's `error`. */
  readonly signIn: (parameters?: Partial<AuthorizationParameters>) => Promise<void>
  /** Signs the person out here and at the server. */
  readonly signOut: (postLogoutRedirectUri?: string) => Promise<void>
  /** Calls your API with the access token. */
  readonly fetch: typeof fetch
}

/** Who is signed in, and what can be done about it. */
export type Session = SessionState & SessionActions

interface Provided {
  readonly store: SessionStore
  readonly actions: SessionActions
}

const SessionContext = createContext<Provided | undefined>(undefined)

/** Gives a session to everything below it, and ends the sign-in of a person who came back to this page. */
export function MandateProvider(props: MandateProviderProps): ReactNode {
  const { session, request, initial, children } = props
  const { onSignedIn = showPath } = props
  // `initial` counts once, as initial values do.
  const store = useMemo(() => new SessionStore(session, initial), [session])
  const actions = useMemo(() => actionsOf(props, store), [store, request, props.navigate])
  useEffect(() => {
    void store.arrive({ url: location.href, redirectUri: request.redirect_uri, onSignedIn })
  }, [store])
  const provided = useMemo(() => ({ store, actions }), [store, actions])
  return createElement(SessionContext.Provider, { value: provided }, children)
}

/** The session of the nearest provider. */
export function useSession(): Session {
  const provided = useContext(SessionContext)
  if (provided === undefined) throw new Error('useSession needs a MandateProvider above it')
  const { store, actions } = provided
  const state = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot)
  return useMemo(() => ({ ...state, ...actions }), [state, actions])
}

function actionsOf(props: MandateProviderProps, store: SessionStore): SessionActions {
  const { session, request, navigate = leaveFor } = props
  const go = (where: Promise<string>): Promise<void> => where.then(navigate, (error: unknown) => store.fail(error))
  return {
    signIn: (parameters = {}) => {
      const returnTo = returnPath(location, request.redirect_uri)
      return go(session.signIn({ ...request, ...parameters }, { returnTo }))
    },
    signOut: (postLogoutRedirectUri) => go(session.signOut(postLogoutRedirectUri)),
    fetch: session.fetch,
  }
}

const leaveFor = (url: string): void => location.assign(url)

const showPath = (path: string): void => history.replaceState(history.state, '', path)
