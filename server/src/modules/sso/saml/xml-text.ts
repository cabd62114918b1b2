import { demand, refuse } from './refusal.ts'

/** A message larger than this is refused before anything looks at it; those of real providers have 5 to 40 KB. */
export const MAX_XML_BYTES = 256 * 1024
const MAX_DEPTH = 32
/** A hundred groups make a hundred elements. Verifying as many as this takes a tenth of a second. */
const MAX_ELEMENTS = 1500

const NAME = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`
const ATTRIBUTE = String.raw`\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*')`
const TAG = new RegExp(`<(/?)(${NAME})((?:${ATTRIBUTE})*)\\s*(/?)>`, 'y')
const TEXT = /[^<]+/y
const COMMENT = /<!--(?:(?!--)[^])*-->/y
const DECLARATION =
  /^<\?xml version=["']1\.0["'](?: encoding=["'][Uu][Tt][Ff]-8["'])?(?: standalone=["'](?:yes|no)["'])?\s*\?>\s*/
const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-fA-F]{1,6}));)?/g
// Control characters that XML 1.0 §2.2 doesn't know, and the two that are none.
// oxlint-disable-next-line no-control-regex
const FOREIGN_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/**
 * The one way XML comes in: bounded, and in the plain form that two parsers can't read differently. Elements, attributes
 * in quotes and text are let through. A document type, an entity, CDATA or an instruction never is, and a comment only
 * where nothing is signed: a comment inside of a name once made one person of two (CVE-2018-0489, CVE-2026-57580).
 */
export function checkXmlText(text: string, { comments }: { comments: boolean }): void {
  demand(!FOREIGN_CHARACTER.test(text) && text.isWellFormed(), 'malformed', 'a character that XML does not have')
  for (const [reference, decimal, hexadecimal] of text.matchAll(REFERENCE)) {
    demand(reference !== '&', 'forbidden_markup', 'an entity that is not one of the five of XML')
    if (decimal !== undefined || hexadecimal !== undefined) {
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      demand(isCharacter(code), 'malformed', 'a reference to a character that XML does not have')
    }
  }
  walkTags(text, comments)
}

const isCharacter = (code: number): boolean =>
  code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff))

function walkTags(text: string, comments: boolean): void {
  const open: string[] = []
  let at = DECLARATION.exec(text)?.[0].length ?? 0
  let elements = 0
  while (at < text.length) {
    const tag = matchAt(TAG, text, at)
    const token = tag ?? matchAt(TEXT, text, at) ?? (comments ? matchAt(COMMENT, text, at) : undefined)
    if (!token) refuse('forbidden_markup', 'markup that no SAML message needs')
    if (tag) {
      elements += trackTag(tag, open, elements === 0)
      demand(elements <= MAX_ELEMENTS && open.length <= MAX_DEPTH, 'too_large', 'too many elements, or too deep')
    } else if (open.length === 0 && !token[0].startsWith('<!')) {
      demand(token[0].trim() === '', 'malformed', 'text outside of the document')
    }
    at += token[0].length
  }
  demand(elements > 0 && open.length === 0, 'malformed', 'an element is not closed')
}

/** Opens or closes an element; returns how many elements began. */
function trackTag(tag: RegExpExecArray, open: string[], isFirst: boolean): number {
  const [, closing, name = '', attributes, empty] = tag
  if (closing) {
    demand(!attributes && !empty && open.pop() === name, 'malformed', 'an element is closed that was not open')
    return 0
  }
  demand(isFirst || open.length > 0, 'malformed', 'a second document element')
  if (!empty) open.push(name)
  return 1
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** A text as content of an element or of an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
