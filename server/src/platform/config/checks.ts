import { ClientIps } from '#/platform/http/input/client-ip.ts'

// Each check answers the line to print, or undefined when the value is good.

/**
 * The base URL is the issuer, compared character by character by every client (RFC 8414 §3.3): so it is taken in one
 * spelling only, and a look-alike is refused with the spelling to use.
 */
export function checkBaseUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'MANDATE_BASE_URL must be a web address such as https://id.example.com.'
  }
  if (url.username !== '' || url.password !== '') return 'MANDATE_BASE_URL must not contain a user name or a password.'
  if (/[?#]/.test(text)) return 'MANDATE_BASE_URL must have neither a query nor a fragment: remove what follows ? or #.'
  const canonical = url.href.replace(/\/+$/, '')
  return canonical === text ? undefined : `MANDATE_BASE_URL must be written ${canonical}, not ${text}.`
}

/** Says nothing of the value itself: it may hold a password. */
export function checkDatabaseUrl(text: string): string | undefined {
  if (/^sqlite:./.test(text)) return undefined
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return undefined
  return 'MANDATE_DATABASE_URL must be sqlite:<path> or postgres://user:password@host/database; encode special characters of the password with %.'
}

export function checkTrustedProxies(blocks: readonly string[]): string | undefined {
  try {
    new ClientIps(blocks)
    return undefined
  } catch (error) {
    return `MANDATE_TRUSTED_PROXIES must list addresses or CIDR blocks such as 10.0.0.0/8: ${(error as Error).message}.`
  }
}
