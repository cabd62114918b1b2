/** What the page of the story runs: an application in React whose tokens are bound to a key of this browser. */
import { createElement, StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { indexedDbStorage, keptDpopKey, OAuthClient, TokenSession } from '@mandate/sdk/oauth'
import { Guarded, MandateProvider, SignInButton, SignOutButton, useSession } from '@mandate/sdk/react'

interface Settings {
  readonly issuer: string
  readonly clientId: string
  readonly url: string
}

declare global {
  interface Window {
    /** For the test, which plays a person that waits until tokens have ended. */
    session: TokenSession
  }
}

const settings = JSON.parse(document.querySelector('#settings')?.textContent ?? '') as Settings
const storage = indexedDbStorage()
const dpop = await keptDpopKey(storage, settings.clientId)
const { issuer, clientId, url } = settings
const session = new TokenSession({ client: new OAuthClient({ issuer, clientId, dpop }), storage })
window.session = session

function Home(): ReactNode {
  const state = useSession()
  const text = state.status === 'signed_in' ? `Hello, ${state.user?.email ?? ''}` : state.status
  return createElement('h1', null, text)
}

function Page(): ReactNode {
  if (location.pathname === '/private') {
    return createElement(Guarded, { loading: 'Wait' }, createElement('p', null, 'For your eyes'))
  }
  return [
    createElement(Home, { key: 'home' }),
    createElement(SignInButton, { key: 'in' }),
    createElement(SignOutButton, { key: 'out', postLogoutRedirectUri: `${url}/` }),
  ]
}

const request = { redirect_uri: `${url}/callback`, scope: 'openid email' }
const onSignedIn = (path: string): void => location.replace(path)
createRoot(document.querySelector('main') ?? document.body).render(
  createElement(
    StrictMode,
    null,
    createElement(MandateProvider, { session, request, onSignedIn }, createElement(Page)),
  ),
)
