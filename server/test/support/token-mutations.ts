const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same base64url part with a spare bit set that no decoder looks at; parts without spare bits stay as they are. */
function withSpareBit(part: string): string {
  if (part.length % 4 === 0) return part
  const last = ALPHABET.indexOf(part.at(-1) ?? '')
  return part.slice(0, -1) + (ALPHABET[last ^ 1] ?? '')
}

/** The other ECDSA signature of the same message: s replaced by n - s verifies just as well. */
function withOtherS(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url')
  const s = ORDER - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]).toString(
    'base64url',
  )
}

const json = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
const encode = (value: unknown, space?: number): string =>
  Buffer.from(JSON.stringify(value, null, space)).toString('base64url')

/** Other texts made from a token: cut, stretched, respelled, told differently. None of them is the token. */
export function mutationsOf(token: string): Record<string, string> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = json(payload)
  const rest = `${header}.${payload}`
  const mutations = {
    'the last character cut off': token.slice(0, -1),
    'the signature cut off': `${rest}.`,
    'the signature and its dot cut off': rest,
    'the header cut off': `${payload}.${signature}`,
    'a character appended': `${token}A`,
    'a dot appended': `${token}.`,
    'a fourth part': `${token}.${signature}`,
    'padding appended': `${token}==`,
    'padding in the payload': `${header}.${payload}=.${signature}`,
    'a spare bit of the signature set': `${rest}.${withSpareBit(signature)}`,
    'a spare bit of the header set': `${withSpareBit(header)}.${payload}.${signature}`,
    'a spare bit of the payload set': `${header}.${withSpareBit(payload)}.${signature}`,
    'the other s of the signature': `${rest}.${withOtherS(signature)}`,
    'a space before': ` ${token}`,
    'a newline after': `${token}\n`,
    'a newline inside': `${rest}.\n${signature}`,
    'the scheme before': `Bearer ${token}`,
    'the alphabet of plain base64': `${header}+.${payload}/.${signature}`,
    'the payload written with spaces': `${header}.${encode(claims, 1)}.${signature}`,
    'the header told in another order': `${encode(Object.fromEntries(Object.entries(json(header)).toReversed()))}.${payload}.${signature}`,
    'a longer life': `${header}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    'more scope': `${header}.${encode({ ...claims, scope: 'admin' })}.${signature}`,
    'other letter case': token.toUpperCase(),
  }
  return Object.fromEntries(Object.entries(mutations).filter(([, text]) => text !== token))
}
