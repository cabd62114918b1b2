/**
 * What the shell of the dashboard may do. Scripts and styles come from files alone, and markup is made from no text: the one
 * policy of Trusted Types there may be is the one that the dashboard makes, which lets the empty text through. What React
 * and React Aria write into `style` goes through the object model, which no directive here is about. Previews of the hosted
 * pages stand in frames of our own origin.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** The headers of the shell, which is looked at again each time: the names of its files change with every build. */
export const SHELL_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-cache',
  vary: 'Accept-Language, Cookie',
  'x-frame-options': 'DENY',
}
