// RFC 5321 §4.1.2 Dot-string and domain, in ASCII. What this lets through has one reading only: no quotes, comments, groups
// or lists, in which a parser behind us could find a second recipient.
const LOCAL_PART = String.raw`[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~-]+)*`
const DOMAIN = String.raw`[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*`

/** The longest address (RFC 5321 §4.5.3.1.3, without the angle brackets). */
export const MAX_ADDRESS_LENGTH = 254

/** The pattern of one plain address, for schemas. */
export const ADDRESS_PATTERN = `^${LOCAL_PART}@${DOMAIN}$`

const ADDRESS = new RegExp(ADDRESS_PATTERN)

/** Whether mail can go to this text: one plain address, nothing around it. */
export const isAddress = (text: string): boolean => text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text)
