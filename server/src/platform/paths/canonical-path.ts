/** A path in its one form: what rules are held against, and byte for byte what the upstream gets. */
export interface CanonicalPath {
  readonly path: string
  /** The segments without escapes, for matching; a slash at the end leaves none. */
  readonly segments: readonly string[]
  /** The query with its question mark, as it came; empty when there is none. */
  readonly query: string
}

// RFC 3986 §3.3, without the semicolon, behind which some servers see parameters and others a part of the name.
const PATH = /^\/[\w\-.~!$&'()*+,=:@%/]*$/
const QUERY = /^[\x21-\x22\x24-\x7e]*$/
const UNRESERVED = /^[\w\-.~]$/
// A slash, a backslash, a semicolon, a question mark, a hash, a percent sign and controls mean one thing to whoever
// decodes them and another to whoever does not, or does so twice.
const AMBIGUOUS = /[/\\;?#%\p{Cc}]/u
// What some servers make an ASCII character of: fullwidth forms and the like.
const FOLDS_TO_AMBIGUOUS = /[/\\;?#%.]/

/**
 * The canonical path of a request target; undefined for what two servers could read as two paths. Letters that were
 * escaped for nothing become themselves, the rest stays as it is: dot segments and empty ones are refused, not resolved,
 * since only attacks leave them in.
 */
export function canonicalPath(target: string): CanonicalPath | undefined {
  const mark = target.indexOf('?')
  const raw = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark)
  if (!PATH.test(raw) || !QUERY.test(query)) return undefined
  const parts = raw.slice(1).split('/')
  const written: string[] = []
  const segments: string[] = []
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1
    if (part === '' && isLast) continue
    const segment = canonicalSegment(part)
    if (!segment) return undefined
    written.push(segment.written)
    segments.push(segment.decoded)
  }
  const slash = parts.at(-1) === '' && parts.length > 1 ? '/' : ''
  return { path: `/${written.join('/')}${slash}`, segments, query }
}

function canonicalSegment(part: string): { written: string; decoded: string } | undefined {
  const decoded = part.includes('%') ? decode(part) : part
  if (decoded === undefined || decoded === '' || decoded === '.' || decoded === '..') return undefined
  if (AMBIGUOUS.test(decoded) || hidesAmbiguity(decoded)) return undefined
  return { written: part.includes('%') ? rewrite(part) : part, decoded }
}

/** The text of a segment; undefined for a broken escape, or bytes that are no UTF-8. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** RFC 3986 §6.2.2: what needs no escape has none, and the others are in upper case. */
const rewrite = (part: string): string =>
  part.replaceAll(/%([0-9a-f]{2})/gi, (_whole, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16))
    return UNRESERVED.test(letter) ? letter : `%${digits.toUpperCase()}`
  })

/** Whether a server that folds compatible characters would read something ambiguous into the text. */
const hidesAmbiguity = (text: string): boolean =>
  [...text].some((letter) => letter > '\u007f' && FOLDS_TO_AMBIGUOUS.test(letter.normalize('NFKC')))
