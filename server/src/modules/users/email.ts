import { domainToASCII } from 'node:url'

const MAX_ADDRESS_LENGTH = 254
const MAX_LOCAL_PART_LENGTH = 64
const MAX_LABEL_LENGTH = 63

// RFC 5321 §4.1.2 Dot-string. Quoted local parts are legal and a source of confusion only: no one gives them out.
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/** An address as it is written to, and the form that decides whose it is. */
export interface EmailAddress {
  readonly email: string
  readonly canonical: string
}

/**
 * Reads an e-mail address; undefined when it is none, or one that two readers could take for two addresses. Look-alikes
 * of compatibility (full-width letters) fold into the plain address, letters that only resemble ASCII are refused.
 */
export function parseEmail(text: string): EmailAddress | undefined {
  if (text.length > MAX_ADDRESS_LENGTH * 2) return undefined
  const folded = text.trim().normalize('NFKC')
  const at = folded.indexOf('@')
  const local = folded.slice(0, at)
  const domain = asciiDomain(folded.slice(at + 1))
  if (at < 1 || local.length > MAX_LOCAL_PART_LENGTH || !LOCAL_PART.test(local) || domain === undefined)
    return undefined
  const email = `${local}@${domain}`
  return email.length > MAX_ADDRESS_LENGTH ? undefined : { email, canonical: email.toLowerCase() }
}

/** The one form of an address that decides identity; undefined when the text is no address we take. */
export const canonicalEmail = (text: string): string | undefined => parseEmail(text)?.canonical

// The characters are checked before the conversion, because it strips and maps some, as URLs want it.
function asciiDomain(text: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return undefined
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  const known = labels.length > 1 || domain === 'localhost'
  const sound = labels.every((label) => label.length <= MAX_LABEL_LENGTH && LABEL.test(label))
  // A last label of digits is an IP address in disguise.
  return known && sound && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined
}
