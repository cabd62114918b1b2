import { Resolver } from 'node:dns/promises'

/** The texts of the TXT records of a name; none when it has none, or nobody could be asked. */
export type LookUpTxt = (name: string) => Promise<readonly string[]>

const TIMEOUT_MS = 3_000
const MAX_RECORDS = 100
const MAX_LENGTH = 1000

/** Asks the DNS servers of this machine. */
export const lookUpTxt: LookUpTxt = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  try {
    // A long text comes in pieces (RFC 7208 §3.3 tells it of one use; it is so for all).
    const records = await resolver.resolveTxt(name)
    return records.slice(0, MAX_RECORDS).map((pieces) => pieces.join('').slice(0, MAX_LENGTH))
  } catch {
    return []
  }
}
