import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { credentials, opening as shellOpening } from './curl.ts'
import { install, opening, proof } from './node.ts'
import { lackOfKeys, literal } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

const title = 'Sign in on a device without a browser'
const noGrant = { reason: `The application does not have the grant ${DEVICE_CODE}.` }
const hasGrant = ({ app }: Setting): boolean => app.grantTypes.includes(DEVICE_CODE)

/** The device grant (RFC 8628) in Node. */
export const deviceInNode = (setting: Setting): Answer =>
  hasGrant(setting) ? { title, file: 'device.mjs', install, code: node(setting) } : noGrant

/** The same in a shell. */
export function deviceInShell(setting: Setting): Answer {
  if (!hasGrant(setting)) return noGrant
  return lackOfKeys(setting.app) ?? { title, file: 'device.sh', install: null, code: shell(setting) }
}

const node = (setting: Setting): string => `import * as client from 'openid-client'

${opening(setting)}
const asked = await client.initiateDeviceAuthorization(config, { scope: ${literal(setting.app.scope)} })
console.log(\`Open \${asked.verification_uri} on another device and enter \${asked.user_code}\`)
// Asks again and again, as slowly as the server says, until somebody decided or the code is over.
const tokens = await client.pollDeviceAuthorizationGrant(config, asked${proof(setting, ', undefined')})
console.log(tokens.claims() ?? { scope: tokens.scope })
`

const shell = (setting: Setting): string => `${shellOpening(setting)}
member() { sed -n "s/.*\\"$1\\":\\"\\{0,1\\}\\([^\\",}]*\\).*/\\1/p"; }
asked=$(curl --silent --show-error --fail-with-body "$issuer/oauth/device" \\
  ${credentials(setting.app)} \\
  --data-urlencode "scope=$scope")
device_code=$(member device_code <<< "$asked")
interval=$(member interval <<< "$asked")
echo "Open $(member verification_uri <<< "$asked") on another device and enter $(member user_code <<< "$asked")"

while sleep "$interval"; do
  answer=$(curl --silent --show-error "$issuer/oauth/token" \\
    ${credentials(setting.app)} \\
    --data-urlencode 'grant_type=${DEVICE_CODE}' \\
    --data-urlencode "device_code=$device_code")
  case $(member error <<< "$answer") in
    authorization_pending) ;;
    slow_down) interval=$((interval + 5)) ;;
    *) echo "$answer"; break ;;
  esac
done
`
