// A website that signs people in. The browser gets nothing but a cookie: the tokens stay here.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { clientSecretBasic, OAuthClient, TokenSession } from '@mandate/sdk/oauth'

const { ISSUER = 'http://localhost:8080', APP_URL = 'http://localhost:3000' } = process.env
// `mandate apps create` wrote these two into `.env`.
const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env

const client = new OAuthClient({
  issuer: ISSUER,
  clientId: CLIENT_ID,
  authentication: clientSecretBasic(CLIENT_SECRET),
})

// One for each browser that has begun to sign in. A real website keeps them in its database, and forgets what nobody uses.
const sessions = new Map<string, TokenSession>()

const isSecure = APP_URL.startsWith('https:')
const COOKIE = isSecure ? '__Host-session' : 'session'

interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body?: string
}

/** `GET /`: says who is signed in. */
async function home(request: IncomingMessage): Promise<Reply> {
  // Renews the tokens when they are over, without the person.
  const tokens = await sessionOf(request)?.tokens()
  if (!tokens) return page('<h1>Who are you?</h1><a href="/sign-in">Sign in</a>')
  const email = String(tokens.claims?.['email'])
  return page(
    `<h1>Hello, ${escaped(email)}</h1><form method="post" action="/sign-out"><button>Sign out</button></form>`,
  )
}

/** `GET /sign-in`: sends the browser to Mandate, with what protects the request: PKCE, state and nonce. */
async function signIn(): Promise<Reply> {
  const id = randomUUID()
  const session = new TokenSession({ client, name: id })
  sessions.set(id, session)
  const url = await session.signIn({ redirect_uri: `${APP_URL}/callback`, scope: 'openid email' })
  return redirect(url, cookie(id))
}

/** `GET /callback`: the browser is back with a code, which becomes tokens. */
async function callback(request: IncomingMessage): Promise<Reply> {
  const session = sessionOf(request)
  if (!session) throw new Error('This browser did not begin to sign in.')
  // Checks state, issuer and nonce. A callback of somebody else, or for the second time, goes no further.
  await session.completeSignIn(new URL(request.url ?? '/', APP_URL))
  // A new id: whoever knew the one from before the sign-in has nothing of it.
  forget(request)
  const id = randomUUID()
  sessions.set(id, session)
  return redirect('/', cookie(id))
}

/** `POST /sign-out`: out of this website, and out of Mandate. */
async function signOut(request: IncomingMessage): Promise<Reply> {
  const url = await sessionOf(request)?.signOut(`${APP_URL}/`)
  forget(request)
  return redirect(url ?? '/', `${cookie('')}; Max-Age=0`)
}

const routes = new Map([
  ['GET /', home],
  ['GET /sign-in', signIn],
  ['GET /callback', callback],
  ['POST /sign-out', signOut],
])

async function respond(request: IncomingMessage): Promise<Reply> {
  // What stands before the question mark, as it came: not everything that somebody sends is an address.
  const [path = ''] = (request.url ?? '').split('?')
  const route = routes.get(`${request.method} ${path}`)
  if (!route) return page('<h1>Nothing here</h1>', 404)
  try {
    return await route(request)
  } catch (error) {
    return page(`<h1>That did not work</h1><p>${escaped((error as Error).message)}</p>`, 400)
  }
}

const server = createServer((request, response) => {
  void respond(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
})
server.listen(Number(new URL(APP_URL).port), 'localhost', () => console.log(`The website is at ${APP_URL}`))

const idOf = ({ headers }: IncomingMessage): string =>
  new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? ''
const sessionOf = (request: IncomingMessage): TokenSession | undefined => sessions.get(idOf(request))
const forget = (request: IncomingMessage): boolean => sessions.delete(idOf(request))

/** No script reads it, and other websites can't use it to post here. */
const cookie = (id: string): string => `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

const redirect = (location: string, setCookie: string): Reply => ({
  status: 303,
  headers: { location, 'set-cookie': setCookie },
})

const page = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html><title>A website</title><link rel="icon" href="data:,">${body}`,
})

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
