/**
 * What the pages of the guide may do. Scripts and styles come from files alone; the build takes every line of them out of the
 * pages. Icons stand in the style sheet as `data:`. Nothing is framed, sent or fetched but the guide's own files.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** The headers of a page, which is looked at again each time: the names of its files change with every build. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-cache',
  'x-frame-options': 'DENY',
}
