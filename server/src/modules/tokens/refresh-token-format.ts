import type { Keyring } from '#/platform/crypto/keyring.ts'
import { constantTimeEqual } from '#/platform/crypto/secrets.ts'

const PREFIX = 'mandate_rt_'
const SHAPE = /^mandate_rt_([0-9a-z]{35})\.([0-9a-z]{1,8})\.([A-Za-z0-9_-]{43})$/

/** A refresh token as presented: which family it claims, and which turn of the rotation. */
export interface RefreshTokenClaim {
  readonly familyId: string
  readonly generation: number
}

/**
 * The text of a family's token at one generation. It is derived with a key of the server instead of being stored, so
 * that a lost answer can be repeated with the same successor, an old token can be told from a made-up one, and a
 * stolen database holds nothing that can be presented.
 */
export function refreshTokenText(keyring: Keyring, familyId: string, generation: number): string {
  const turn = generation.toString(36)
  return `${PREFIX}${familyId.slice('tok_'.length)}.${turn}.${keyring.mac('refresh', `${familyId}.${turn}`)}`
}

/** Reads a refresh token and proves that this server made it; undefined for anything else. */
export function readRefreshToken(keyring: Keyring, text: string): RefreshTokenClaim | undefined {
  const match = SHAPE.exec(text)
  if (!match) return undefined
  const claim = { familyId: `tok_${match[1] as string}`, generation: Number.parseInt(match[2] as string, 36) }
  return constantTimeEqual(text, refreshTokenText(keyring, claim.familyId, claim.generation)) ? claim : undefined
}

/** Whether a text is meant to be a refresh token, without saying that it is one. */
export const looksLikeRefreshToken = (text: string): boolean => text.startsWith(PREFIX)
