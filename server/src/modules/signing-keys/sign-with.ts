import { signEs256, signRs256 } from '#/platform/crypto/jws.ts'
import type { ActiveKey } from './key.ts'

/** Signs a payload with a key, by its algorithm, under its name. */
export async function signWith(
  { kid, algorithm, privateKey }: ActiveKey,
  header: object,
  payload: object,
): Promise<string> {
  const named = { ...header, kid }
  return algorithm === 'RS256' ? signRs256(named, payload, privateKey) : signEs256(named, payload, privateKey)
}
