import { integer, integerOrNull, table, text, wordOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import { parseEmail } from '#/modules/users/index.ts'

/** The codec of `sso_domains`. */
export const ssoDomains = table('sso_domains', {
  id: text,
  ssoConnectionId: text,
  domain: text,
  challenge: text,
  verifiedBy: wordOrNull<'dns' | 'operator'>(),
  verifiedAt: integerOrNull,
  createdAt: integer,
})

/** A domain of e-mail addresses that a connection speaks for, once it is verified. */
export type SsoDomain = EntityOf<typeof ssoDomains>

/** The name below a domain that has the TXT record. */
export const recordName = (domain: string): string => `_mandate-challenge.${domain}`

/** The domain as addresses have it, in lower case and ASCII; undefined when no address can have it. */
export function canonicalDomain(text: string): string | undefined {
  const canonical = parseEmail(`somebody@${text}`)?.canonical
  return canonical?.slice(canonical.indexOf('@') + 1)
}

/** The domain of an address; undefined when the text is no address. */
export function domainOfEmail(text: string): string | undefined {
  const canonical = parseEmail(text)?.canonical
  return canonical?.slice(canonical.lastIndexOf('@') + 1)
}
