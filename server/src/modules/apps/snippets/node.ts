import type { Client } from '#/modules/clients/index.ts'
import { literal, pathsOf, PRIVATE_KEY, sampleFor, SECRET } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

export const install = 'npm install openid-client@6'

/** Node with openid-client. */
export function nodeSnippet(setting: Setting): Answer {
  return sampleFor(setting, {
    machine: () => ({
      title: 'Get a token for the machine itself',
      file: 'token.mjs',
      install,
      code: machine(setting),
    }),
    native: (redirect) => ({
      title: 'Sign in from the command line',
      file: 'sign-in.mjs',
      install,
      code: native(setting, redirect),
    }),
    web: (redirect) => ({ title: 'Sign people in', file: 'server.mjs', install, code: web(setting, redirect) }),
  })
}

const algorithms: Readonly<Record<string, string>> = {
  EC: "{ name: 'ECDSA', namedCurve: 'P-256' }",
  RSA: "{ name: 'RSA-PSS', hash: 'SHA-256' }",
  OKP: "{ name: 'Ed25519' }",
}

/** How the application proves itself, as the lines before discovery and the argument of it. */
function authentication({ authMethod, jwks }: Client): { before: string; argument: string } {
  if (authMethod === 'none') return { before: '', argument: 'client.None()' }
  if (authMethod !== 'private_key_jwt')
    return { before: '', argument: `client.ClientSecretBasic(process.env.${SECRET})` }
  const algorithm = algorithms[String(jwks?.keys[0]?.['kty'] ?? 'EC')] ?? algorithms['EC']
  return {
    before: `// The private half of the key, as JWK: the server knows the public one.
const jwk = JSON.parse(process.env.${PRIVATE_KEY})
const key = await crypto.subtle.importKey('jwk', jwk, ${algorithm}, false, ['sign'])
`,
    argument: 'client.PrivateKeyJwt({ key, kid: jwk.kid })',
  }
}

/** The lines that every sample in Node begins with: the server is discovered, and the application proves itself. */
export function opening({ app, issuer }: Setting): string {
  const { before, argument } = authentication(app)
  const plain = issuer.startsWith('http:')
  const options = plain ? ', { execute: [client.allowInsecureRequests] }' : ''
  return `${before}${plain ? '// Without TLS, since the server is on this machine: take the last argument away in production.\n' : ''}const config = await client.discovery(new URL(${literal(issuer)}), ${literal(app.clientId)}, undefined, ${argument}${options})
${app.dpopBound ? 'const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair())\n' : ''}`
}

/** What hands the key of a bound application to a call. */
export const proof = ({ app }: Setting, before: string): string => (app.dpopBound ? `${before}, { DPoP }` : '')

const machine = (setting: Setting): string => `import * as client from 'openid-client'

${opening(setting)}
const tokens = await client.clientCredentialsGrant(config, { ${setting.app.scope === '' ? '' : `scope: ${literal(setting.app.scope)} `}}${proof(setting, '')})
console.log(tokens.access_token)
`

const askFor = (redirect: string, { app }: Setting): string => `client.buildAuthorizationUrl(config, {
    redirect_uri: ${redirect},
    scope: ${literal(app.scope)},
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })`

const web = (setting: Setting, redirect: string): string => {
  const { begin, finish, signOut } = pathsOf(redirect)
  const secure = redirect.startsWith('https:') ? '; Secure' : ''
  const [after] = setting.app.postLogoutRedirectUris
  return `import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import * as client from 'openid-client'

${opening(setting)}const redirectUri = ${literal(redirect)}
// Who is signed in, by a cookie of their browser. In memory for this example: use a store of your own.
const sessions = new Map()
const endsAt = ({ expires_in = 0 }) => Date.now() + expires_in * 1000

/** Sends the browser to the sign-in; the cookie ties the answer to this browser. */
async function begin(response) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const address = ${askFor('redirectUri', setting)}
  const cookie = \`sign-in=\${state}.\${verifier}; HttpOnly; SameSite=Lax; Path=/; Max-Age=600${secure}\`
  response.writeHead(302, { location: address.href, 'set-cookie': cookie }).end()
}

/** Takes the answer, trades the code for tokens and begins a session, which keeps them on the server. */
async function finish(request, response) {
  const [, state, verifier] = /(?:^|; )sign-in=([^.;]+)\\.([^;]+)/.exec(request.headers.cookie ?? '') ?? []
  if (!state) throw new Error('this browser did not begin a sign-in')
  const address = new URL(request.url, redirectUri)
  const checks = { expectedState: state, pkceCodeVerifier: verifier }
  const tokens = await client.authorizationCodeGrant(config, address, checks${proof(setting, ', undefined')})
  const id = randomUUID()
  sessions.set(id, { tokens, until: endsAt(tokens), who: tokens.claims() ?? {} })
  const cookies = [\`session=\${id}; HttpOnly; SameSite=Lax; Path=/${secure}\`, 'sign-in=; Path=/; Max-Age=0']
  response.writeHead(303, { location: ${literal(begin)}, 'set-cookie': cookies }).end()
}

/** The access token of a session, for calls to an API; renewed when it is about to end. */
async function accessToken(session) {
  const { refresh_token: refreshToken } = session.tokens
  if (refreshToken && Date.now() > session.until - 30_000) {
    const renewed = await client.refreshTokenGrant(config, refreshToken${proof(setting, ', undefined')})
    Object.assign(session, { tokens: { ...session.tokens, ...renewed }, until: endsAt(renewed) })
  }
  return session.tokens.access_token
}

/** Ends the session here, what the application holds, and the sign-in at the server. */
async function signOut(id, session, response) {
  sessions.delete(id)
  const { refresh_token: refreshToken, id_token: hint } = session.tokens
  if (refreshToken) await client.tokenRevocation(config, refreshToken)
  const address = client.buildEndSessionUrl(config, { ${after === undefined ? '' : `post_logout_redirect_uri: ${literal(after)}, `}...(hint && { id_token_hint: hint }) })
  response.writeHead(303, { location: address.href, 'set-cookie': 'session=; Path=/; Max-Age=0' }).end()
}

const text = (value) => String(value).replace(/[&<>"]/g, (sign) => \`&#\${sign.charCodeAt(0)};\`)
const page = ({ who, until }) => \`<!doctype html><title>Signed in</title>
<p>Signed in as \${text(who.email ?? who.sub ?? 'somebody')}, until \${new Date(until).toISOString()}</p>
<form method="post" action=${literal(signOut)}><button>Sign out</button></form>\`

async function answer(request, response) {
  const { pathname } = new URL(request.url, redirectUri)
  const id = /(?:^|; )session=([\\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const session = sessions.get(id)
  if (request.method === 'GET' && pathname === ${literal(finish)}) return finish(request, response)
  if (request.method === 'POST' && pathname === ${literal(signOut)} && session) return signOut(id, session, response)
  if (request.method !== 'GET' || pathname !== ${literal(begin)}) return response.writeHead(404).end()
  // Nothing but this address begins a sign-in: a browser asks for more than people do.
  if (!session) return begin(response)
  await accessToken(session)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(session))
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(400).end('The sign-in failed. Begin again.')
  })
}).listen(process.env.PORT ?? ${new URL(redirect).port || '3000'})
`
}

const native = (setting: Setting, redirect: string): string => `import { once } from 'node:events'
import { createServer } from 'node:http'
import * as client from 'openid-client'

${opening(setting)}
// Any free port will do: the server compares loopback addresses without it (RFC 8252 §7.3).
const redirectUri = new URL(${literal(redirect)})
const server = createServer().listen(0, redirectUri.hostname.replace(/[[\\]]/g, ''))
await once(server, 'listening')
redirectUri.port = String(server.address().port)

const verifier = client.randomPKCECodeVerifier()
const state = client.randomState()
const address = ${askFor('redirectUri.href', setting)}
console.log(\`Open in your browser: \${address}\`)

const [request, response] = await once(server, 'request')
response.end('You can close this page.')
server.close()
const answer = new URL(request.url, redirectUri)
const checks = { expectedState: state, pkceCodeVerifier: verifier }
const tokens = await client.authorizationCodeGrant(config, answer, checks${proof(setting, ', undefined')})
console.log(tokens.claims() ?? { scope: tokens.scope })
`
