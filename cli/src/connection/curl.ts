/** What a request looks like as a curl command, with the credential left to the environment. */
export function curlOf(url: string, init: RequestInit | undefined): string {
  const method = init?.method ?? 'GET'
  const headers = new Headers(init?.headers)
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(url)]
  const authorization = headers.get('authorization')
  if (authorization?.startsWith('DPoP ')) parts.push('-H', '"Authorization: DPoP $TOKEN"', '-H', '"DPoP: $PROOF"')
  else if (authorization !== null) parts.push('-H', '"Authorization: Bearer $MANDATE_API_KEY"')
  for (const name of ['content-type', 'idempotency-key']) {
    const value = headers.get(name)
    if (value !== null) parts.push('-H', quoted(`${name}: ${value}`))
  }
  if (typeof init?.body === 'string') parts.push('-d', quoted(withoutSecrets(init.body)))
  return parts.join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const SECRET_MEMBER = /(secret|password|token|private|api_?key)/i

/** Secrets that are sent stay out of terminals and logs. */
function withoutSecrets(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      typeof value === 'string' && SECRET_MEMBER.test(name) && !/_method$|_uri$|_url$/.test(name) ? '…' : value,
    )
  } catch {
    return '…'
  }
}
