import { lackOfKeys, SECRET, shellWord } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

/** A shell with curl and openssl: to see each step by hand. */
export function curlSnippet(setting: Setting): Answer {
  const { app } = setting
  const lack = lackOfKeys(app)
  if (lack) return lack
  if (app.appType === 'machine')
    return { title: 'Get a token for the machine itself', file: 'token.sh', install: null, code: machine(setting) }
  const [redirect] = app.redirectUris
  if (redirect === undefined) return { reason: 'It needs a redirect URI.' }
  return { title: 'Sign in step by step', file: 'sign-in.sh', install: null, code: signIn(setting, redirect) }
}

/** The lines that every script begins with. */
export const opening = ({ app, issuer }: Setting): string => `#!/usr/bin/env bash
set -euo pipefail
issuer=${shellWord(issuer)}
client_id=${shellWord(app.clientId)}
scope=${shellWord(app.scope)}
`

/** How a script proves the application: through a file descriptor, since anybody on the machine reads command lines. */
export const credentials = (app: Setting['app']): string =>
  app.authMethod === 'none'
    ? '--data-urlencode "client_id=$client_id"'
    : `--config <(printf 'user = "%s:%s"\\n' "$client_id" "$${SECRET}")`

const machine = (setting: Setting): string => `${opening(setting)}
curl --silent --show-error --fail-with-body "$issuer/oauth/token" \\
  ${credentials(setting.app)} \\
  --data-urlencode "scope=$scope" \\
  --data grant_type=client_credentials
`

const signIn = (setting: Setting, redirect: string): string => `${opening(setting)}redirect_uri=${shellWord(redirect)}

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
verifier=$(openssl rand 48 | base64url)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | base64url)
state=$(openssl rand -hex 16)

question=${shellWord(question(setting, redirect))}
echo "Open in your browser: $issuer/oauth/authorize?$question&state=$state&code_challenge=$challenge"
# The browser may fail to load the page it ends on; its address is all that counts.
read -r -p 'The address you came back to: ' answer

[[ $answer =~ [?\\&]state=([^\\&]+) && \${BASH_REMATCH[1]} == "$state" ]] || { echo 'not our answer' >&2; exit 1; }
[[ $answer =~ [?\\&]code=([^\\&]+) ]] || { echo 'no code came back' >&2; exit 1; }
code=\${BASH_REMATCH[1]}

curl --silent --show-error --fail-with-body "$issuer/oauth/token" \\
  ${credentials(setting.app)} \\
  --data grant_type=authorization_code \\
  --data-urlencode "code=$code" \\
  --data-urlencode "redirect_uri=$redirect_uri" \\
  --data-urlencode "code_verifier=$verifier"
`

const question = ({ app }: Setting, redirect: string): string =>
  String(
    new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirect,
      scope: app.scope,
      code_challenge_method: 'S256',
    }),
  )
