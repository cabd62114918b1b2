/** What a pasted text is, and what of it one can go by. */
export type Pasted =
  | { readonly kind: 'id'; readonly prefix: string; readonly id: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'token'; readonly jti: string }
  | { readonly kind: 'code'; readonly code: string }

const ID = /^([a-z]{2,5})_[A-Za-z0-9_-]{6,}$/
const EMAIL = /^[^\s@]+@[^\s@]+$/
const USER_CODE = /^([A-Za-z0-9]{4})[- ]?([A-Za-z0-9]{4})$/
const JWT = /^[\w-]+\.([\w-]+)\.[\w-]*$/

/** Tells what was pasted by its look: an id, an address, a token, or the code that a device shows. Nothing leaves the page. */
export function pasted(text: string): Pasted | undefined {
  const given = text.trim()
  const [, prefix] = ID.exec(given) ?? []
  if (prefix !== undefined) return { kind: 'id', prefix, id: given }
  if (EMAIL.test(given)) return { kind: 'email', email: given }
  const jti = jtiOf(JWT.exec(given)?.[1])
  if (jti !== undefined) return { kind: 'token', jti }
  const [, first, second] = USER_CODE.exec(given) ?? []
  return first === undefined || second === undefined
    ? undefined
    : { kind: 'code', code: `${first}-${second}`.toUpperCase() }
}

function jtiOf(payload: string | undefined): string | undefined {
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const jti = typeof claims === 'object' && claims !== null && 'jti' in claims ? claims.jti : undefined
    return typeof jti === 'string' ? jti : undefined
  } catch {
    return undefined
  }
}
