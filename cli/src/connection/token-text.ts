import { usageError } from '#/frame/failure.ts'

type Members = Readonly<Record<string, unknown>>

/** The header and the claims of a JWT, unverified: to be looked at, never to be relied on. */
export function readJwt(token: string): { readonly header: Members; readonly claims: Members } {
  const [header, claims, signature, ...more] = token
    .trim()
    .split('.')
    .map((part) => part)
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0)
    throw usageError('This is no JWT.', 'Refresh tokens and codes are opaque; only access and ID tokens can be read.')
  return { header: parsed(header), claims: parsed(claims) }
}

/** The claims of a token of ours. */
export const claimsOf = (token: string): Members => readJwt(token).claims

function parsed(part: string): Members {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  } catch {
    // Said below.
  }
  throw usageError('This is no JWT: a part of it is not JSON.')
}
