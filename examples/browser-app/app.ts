// A page of scripts that signs people in. There is no server to keep a secret, so the tokens are bound to a key that this
// browser made and that no script can read out (DPoP, RFC 9449): whoever copies a token has nothing.
import { indexedDbStorage, keptDpopKey, OAuthClient, TokenSession } from '@mandate/sdk/oauth'

const issuer: string = import.meta.env['VITE_ISSUER'] ?? 'http://localhost:8080'
const clientId: string = import.meta.env['VITE_CLIENT_ID']
const home = `${location.origin}/`

// Key and tokens last over visits, and are shared by the tabs of this page.
const storage = indexedDbStorage()
const dpop = await keptDpopKey(storage, clientId)
const client = new OAuthClient({ issuer, clientId, dpop })
const api = `${issuer}/oauth/userinfo`
// The token of the person goes to this origin and to no other.
const session = new TokenSession({ client, storage, origins: [new URL(api).origin] })

// Back from Mandate, with a code in the address.
if (new URLSearchParams(location.search).has('state')) {
  await session.completeSignIn(location.href).catch((error: Error) => show(error.message))
  history.replaceState(null, '', home)
}

on('sign-in', async () => {
  location.href = await session.signIn({ redirect_uri: home, scope: 'openid email' })
})
on('call', async () => {
  // Each request carries a proof, signed by the key for this very request.
  const response = await session.fetch(api)
  show(`${response.status} ${await response.text()}`)
})
on('steal', async () => {
  // What somebody can do who has the token, and not the key.
  const tokens = await session.tokens()
  const response = await fetch(api, { headers: { authorization: `Bearer ${tokens?.access_token}` } })
  show(`${response.status} without the key`)
})
on('sign-out', async () => {
  location.href = await session.signOut(home)
})

const tokens = await session.tokens()
element('h1').textContent = tokens ? `Hello, ${String(tokens.claims?.['email'])}` : 'Who are you?'

function on(button: string, act: () => Promise<void>): void {
  element(`#${button}`).addEventListener('click', () => {
    act().catch((error: Error) => show(error.message))
  })
}

function show(text: string): void {
  element('output').textContent = text
}

function element(selector: string): Element {
  const found = document.querySelector(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
