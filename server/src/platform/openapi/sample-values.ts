import { firstId } from '#/platform/ids.ts'
import type { IdPrefix } from '#/platform/ids.ts'

const AT = Date.parse('2026-11-21T09:41:07.123Z')

/** The server of all examples. */
export const sampleIssuer = 'https://auth.example.com'

/** An id as it looks, the same one every time. */
export const sampleId = (prefix: IdPrefix): string => `${firstId(prefix, AT)}7q2m9x4k1vd8hz3n6t0c5wrbyg`

/** A moment of the year of all examples: `11-21T09:41:07`. */
export const sampleTime = (text: string): string => `2026-${text}.123Z`

/** The public half of a key. */
export const samplePublicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
}

/** The thumbprint of a key (RFC 7638). */
export const sampleThumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
