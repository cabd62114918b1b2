import { credentials, opening as shellOpening } from './curl.ts'
import { lackOfKeys, literal } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

/** An API that takes the tokens of an application, in Node. */
export const apiInNode = (setting: Setting): Answer => ({
  title: 'Take its tokens at an API',
  file: 'api.mjs',
  install: 'npm install jose@6',
  code: node(setting),
})

/** The same question asked of the server, which also knows what was revoked. */
export function apiInShell(setting: Setting): Answer {
  if (setting.app.authMethod === 'none')
    return { reason: 'Introspection takes a client that keeps a secret; see node.' }
  const title = 'Ask whether a token still counts'
  return lackOfKeys(setting.app) ?? { title, file: 'introspect.sh', install: null, code: shell(setting) }
}

const node = ({ issuer }: Setting): string => `import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const issuer = ${literal(issuer)}
// Tokens that were asked for with a resource carry its address; the others are for the server itself.
const audience = process.env.AUDIENCE ?? issuer
const keys = createRemoteJWKSet(new URL(${literal(`${issuer}/.well-known/jwks.json`)}))

/** What a token says, once its signature, issuer, audience and time fit. Introspect where a revocation must count at once. */
async function callerOf(request) {
  const token = /^Bearer (\\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) return undefined
  const { payload } = await jwtVerify(token, keys, { issuer, audience, typ: 'at+jwt', algorithms: ['ES256'] })
  // A token that is bound to a key (RFC 9449) counts only with a proof by that key.
  if (payload.cnf) throw new Error('the token needs a DPoP proof')
  return payload
}

createServer(async (request, response) => {
  const answer = (status, body, challenge) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...(challenge && { 'www-authenticate': challenge }) })
      .end(JSON.stringify(body))
  try {
    const caller = await callerOf(request)
    if (!caller) return answer(401, { error: 'unauthorized' }, 'Bearer')
    answer(200, { subject: caller.sub, client: caller.client_id, scope: caller.scope, actor: caller.act ?? null })
  } catch {
    answer(401, { error: 'invalid_token' }, 'Bearer error="invalid_token"')
  }
}).listen(process.env.PORT ?? 4000)
`

const shell = (setting: Setting): string => `${shellOpening(setting)}
curl --silent --show-error --fail-with-body "$issuer/oauth/introspect" \\
  ${credentials(setting.app)} \\
  --data-urlencode "token=$TOKEN"
`
