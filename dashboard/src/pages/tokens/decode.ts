/** A JWT taken apart in the browser: nothing of it leaves the page, and nobody checked its signature. */
export interface Decoded {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/** What a pasted token says; undefined for what is none. */
export function decoded(text: string): Decoded | undefined {
  const [first, second, third, ...rest] = text
    .trim()
    .replace(/^Bearer\s+/i, '')
    .split('.')
  if (first === undefined || second === undefined || third === undefined || rest.length > 0) return undefined
  const [header, claims] = [partOf(first), partOf(second)]
  return header && claims ? { header, claims } : undefined
}

function partOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** What a text in the search box stands for: a token by its id or as it is, a person, or a client. */
export type Sought =
  | { readonly kind: 'token'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'client'; readonly id: string }

/** Tells what is looked for; an empty text is nothing. */
export function soughtOf(text: string): Sought | undefined {
  const given = text.trim()
  if (given === '') return undefined
  const jti = decoded(given)?.claims['jti']
  if (typeof jti === 'string') return { kind: 'token', id: jti }
  if (given.startsWith('tok_')) return { kind: 'token', id: given }
  return given.startsWith('usr_') ? { kind: 'user', id: given } : { kind: 'client', id: given }
}
