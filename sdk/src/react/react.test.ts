import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { OAuthClient, TokenSession } from '#/oauth/index.ts'
import { FakeServer } from '#test/fake-server.ts'
import { Guarded, MandateProvider, SignInButton, SignOutButton, useSession } from './index.ts'
import type { SessionState } from './index.ts'

const request = { redirect_uri: 'https://app.example.com/callback', scope: 'openid read' }
const client = new OAuthClient({ issuer: 'https://id.example.com', clientId: 'app_1', fetch: new FakeServer().fetch })
const session = new TokenSession({ client })
const signedIn: SessionState = { status: 'signed_in', user: { sub: 'usr_1', name: 'Maya' }, scope: 'openid read' }

const html = (children: ReactNode, initial?: SessionState): string =>
  renderToString(createElement(MandateProvider, { session, request, initial }, children))

function Greeting(): ReactNode {
  const state = useSession()
  return state.status === 'signed_in' ? `Hello ${state.user?.name ?? ''}` : state.status
}

test('a page that a server renders knows nobody yet, or whom it is told', () => {
  assert.equal(html(createElement(Greeting)), 'loading')
  assert.equal(html(createElement(Greeting), signedIn), 'Hello Maya')
  assert.equal(html(createElement(Greeting), { status: 'signed_out' }), 'signed_out')
})

test('buttons are plain buttons that take what buttons take', () => {
  const signIn = createElement(SignInButton, { className: 'mine', 'aria-label': 'In' })
  assert.equal(
    html(signIn, { status: 'signed_out' }),
    '<button type="button" class="mine" aria-label="In">Sign in</button>',
  )
  assert.equal(html(signIn), '<button type="button" class="mine" aria-label="In" disabled="">Sign in</button>')
  assert.equal(html(createElement(SignOutButton, null, 'Bye'), signedIn), '<button type="button">Bye</button>')
})

test('a guard shows its children to those who are signed in with the scope', () => {
  const guarded = (props: object): ReactNode =>
    createElement(Guarded, { loading: 'Wait', fallback: 'Please sign in', ...props }, 'Secret')
  assert.equal(html(guarded({}), signedIn), 'Secret')
  assert.equal(html(guarded({ scope: 'read' }), signedIn), 'Secret')
  assert.equal(html(guarded({ scope: 'read write' }), signedIn), 'Please sign in')
  assert.equal(html(guarded({}), { status: 'signed_out' }), 'Please sign in')
  assert.equal(html(guarded({})), 'Wait')
})

test('a guard without a fallback waits while the person is sent to sign in', () => {
  const guarded = createElement(Guarded, { loading: 'Wait' }, 'Secret')
  assert.equal(html(guarded, { status: 'signed_out' }), 'Wait')
  assert.equal(html(guarded, { status: 'signed_out', error: new Error('access_denied') }), '')
})

test('a session needs a provider', () => {
  assert.throws(() => renderToString(createElement(Greeting)), /MandateProvider/)
})
