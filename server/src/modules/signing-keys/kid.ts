import { toIso } from '#/platform/clock.ts'
import { randomText } from '#/platform/crypto/secrets.ts'

/** Names a key by its creation time and four random characters: `20261121T094107Z-k3f9`. */
export function newKid(now: number): string {
  const time = toIso(now).replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return `${time}-${randomText(4).toLowerCase()}`
}

/** Whether a text could be one of our key ids: anything else a token names is not worth a look into the database. */
export const isKid = (text: string): boolean => /^\d{8}T\d{6}Z-[0-9a-z]{4}$/.test(text)
