import { literal, webRedirectOf, noRedirect } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

/** A page without a library: PKCE with what browsers have. */
export function spaSnippet(setting: Setting): Answer {
  if (setting.app.appType !== 'spa') return { reason: 'The application does not run in a browser.' }
  if (setting.app.dpopBound) return { reason: 'The application is bound to DPoP keys; use the library oauth4webapi.' }
  const redirect = webRedirectOf(setting)
  if (redirect === undefined) return noRedirect
  return { title: 'Sign people in', file: 'index.html', install: null, code: page(setting, redirect) }
}

const page = ({ app, issuer }: Setting, redirect: string): string => {
  const [uri] = app.postLogoutRedirectUris
  const after = uri === undefined ? '' : `, post_logout_redirect_uri: ${literal(uri)}`
  return `<!doctype html>
<meta charset="utf-8" />
<title>Sign in</title>
<button id="sign-in">Sign in</button>
<pre id="result"></pre>
<script type="module">
  const issuer = ${literal(issuer)}
  const clientId = ${literal(app.clientId)}
  const redirectUri = ${literal(redirect)}
  const scope = ${literal(app.scope)}

  const base64url = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

  async function begin() {
    const [verifier, state] = [random(), random()]
    // Kept in this tab until the answer comes.
    sessionStorage.setItem('sign-in', JSON.stringify({ verifier, state }))
    const challenge = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
    const question = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    location.assign(\`\${issuer}/oauth/authorize?\${question}\`)
  }

  /** Trades the code for tokens; they stay in memory, where no other page finds them. */
  async function finish(answer) {
    const { verifier, state } = JSON.parse(sessionStorage.getItem('sign-in') ?? '{}')
    sessionStorage.removeItem('sign-in')
    history.replaceState(null, '', location.pathname)
    if (!state || answer.get('state') !== state || answer.get('iss') !== issuer) throw new Error('not our answer')
    if (answer.has('error')) throw new Error(answer.get('error_description') ?? answer.get('error'))
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code'),
      redirect_uri: redirectUri,
      client_id: clientId,
      code_verifier: verifier,
    })
    const response = await fetch(\`\${issuer}/oauth/token\`, { method: 'POST', body })
    const tokens = await response.json()
    if (!response.ok) throw new Error(tokens.error_description)
    return tokens
  }

  const post = (path, members) =>
    fetch(issuer + path, { method: 'POST', body: new URLSearchParams({ client_id: clientId, ...members }) })

  /** Gets new tokens before the old ones end; the page keeps none when it is left. */
  async function renew(tokens) {
    const response = await post('/oauth/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    return response.ok ? keep({ ...tokens, ...(await response.json()) }) : show('The sign-in is over.')
  }

  /** Ends what this page holds, and the sign-in at the server. */
  async function end(tokens) {
    if (tokens.refresh_token) await post('/oauth/revoke', { token: tokens.refresh_token })
    const question = new URLSearchParams({ client_id: clientId${after} })
    if (tokens.id_token) question.set('id_token_hint', tokens.id_token)
    location.assign(\`\${issuer}/oauth/logout?\${question}\`)
  }

  /** Says who is signed in, and offers to sign out. */
  async function keep(tokens) {
    const headers = { authorization: \`Bearer \${tokens.access_token}\` }
    const response = await fetch(\`\${issuer}/oauth/userinfo\`, { headers })
    const who = response.ok ? await response.json() : {}
    show(\`Signed in as \${who.email ?? who.sub ?? 'somebody'}, for \${tokens.expires_in} seconds\`)
    const button = document.getElementById('sign-in')
    button.textContent = 'Sign out'
    button.onclick = () => end(tokens)
    if (tokens.refresh_token) setTimeout(() => void renew(tokens), Math.max(1, tokens.expires_in - 30) * 1000)
  }

  const show = (value) => (document.getElementById('result').textContent = value)
  document.getElementById('sign-in').onclick = begin
  const answer = new URLSearchParams(location.search)
  if (answer.has('state')) {
    finish(answer).then(keep, (error) => show(\`The sign-in failed: \${error.message}\`))
  }
</script>
`
}
