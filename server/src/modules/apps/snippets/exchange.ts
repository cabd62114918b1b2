import { TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import { credentials, opening as shellOpening } from './curl.ts'
import { install, opening, proof } from './node.ts'
import { lackOfKeys, literal } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

const title = 'Act for somebody, and hand on to a second agent'
const noGrant = { reason: `The client does not have the grant ${TOKEN_EXCHANGE}.` }
const hasGrant = ({ app }: Setting): boolean => app.grantTypes.includes(TOKEN_EXCHANGE)
const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'

/** Token exchange (RFC 8693) over two hops in Node. */
export const exchangeInNode = (setting: Setting): Answer =>
  hasGrant(setting) ? { title, file: 'exchange.mjs', install, code: node(setting) } : noGrant

/** The same in a shell. */
export function exchangeInShell(setting: Setting): Answer {
  if (!hasGrant(setting)) return noGrant
  return lackOfKeys(setting.app) ?? { title, file: 'exchange.sh', install: null, code: shell(setting) }
}

const node = (setting: Setting): string => `import * as client from 'openid-client'

${opening(setting)}
/** A token to act for whoever the subject token speaks of; a policy must allow it. Without a scope it allows what all on the chain do. */
const exchange = (agent, subjectToken) =>
  client.genericGrantRequest(agent, ${literal(TOKEN_EXCHANGE)}, {
    subject_token: subjectToken,
    subject_token_type: ${literal(TOKEN_TYPE)},
  }${proof(setting, '')})
const chainOf = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).act

// The token that an application got when a person signed in to it.
const first = await exchange(config, process.env.SUBJECT_TOKEN)
console.log('this agent acts:', JSON.stringify(chainOf(first.access_token)))

// The second agent, usually another program, does the same with what it was handed.
if (process.env.NEXT_CLIENT_ID) {
  const authentication = client.ClientSecretBasic(process.env.NEXT_CLIENT_SECRET)
  const next = new client.Configuration(config.serverMetadata(), process.env.NEXT_CLIENT_ID, undefined, authentication)
${setting.issuer.startsWith('http:') ? '  client.allowInsecureRequests(next)\n' : ''}  const second = await exchange(next, first.access_token)
  console.log('the next one acts:', JSON.stringify(chainOf(second.access_token)))
}
`

const shell = (setting: Setting): string => `${shellOpening(setting)}
exchange() {
  curl --silent --show-error --fail-with-body "$issuer/oauth/token" "$@" \\
    --data-urlencode 'grant_type=${TOKEN_EXCHANGE}' \\
    --data-urlencode 'subject_token_type=${TOKEN_TYPE}'
}
token() { sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p'; }

# The token that an application got when a person signed in to it.
first=$(exchange ${credentials(setting.app)} --data-urlencode "subject_token=$SUBJECT_TOKEN" | token)
echo "$first"

# The second agent, usually another program, does the same with what it was handed.
[[ -z \${NEXT_CLIENT_ID:-} ]] || exchange --data-urlencode "subject_token=$first" \\
  --config <(printf 'user = "%s:%s"\\n' "$NEXT_CLIENT_ID" "$NEXT_CLIENT_SECRET") | token
`
