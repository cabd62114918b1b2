import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import { signingAlgorithms } from '#/protocol/oauth.ts'
import { MalformedJws, parseJws, verifyJws } from '#/platform/crypto/jws.ts'

/** What an ID token of ours says that came back as a hint. */
export interface IdTokenHint {
  readonly subject: string
  readonly clientId: string
  readonly sid: string | null
  /** Whether its signature was verified. The key of an old token may be gone; then it only claims. */
  readonly proven: boolean
}

export interface IdTokenHintsDeps {
  readonly signingKeys: SigningKeys
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
}

/**
 * Reads ID tokens that clients send back to say whom they mean (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2).
 * Expired ones are fine: nobody gets anything for them.
 */
export class IdTokenHints {
  readonly #deps: IdTokenHintsDeps
  constructor(deps: IdTokenHintsDeps) {
    this.#deps = deps
  }

  /** The hint a text gives; undefined when it can't be an ID token of ours, such as an access token. */
  async read(text: string): Promise<IdTokenHint | undefined> {
    const jws = tryParse(text)
    if (!jws) return undefined
    const { typ, kid } = jws.header
    const { iss, sub, aud, sid } = jws.payload
    // RFC 8725 §3.11: access tokens and logout tokens are signed by the same keys and say their type.
    if (typ !== 'JWT' || iss !== this.#deps.issuer || typeof sub !== 'string' || typeof aud !== 'string')
      return undefined
    const key = typeof kid === 'string' ? await this.#deps.signingKeys.find(kid) : undefined
    // A signature that is wrong is a forgery; one that nobody can check any more is not.
    if (key && !verifyJws(jws, key.publicKey, signingAlgorithms)) return undefined
    return { subject: sub, clientId: aud, sid: typeof sid === 'string' ? sid : null, proven: key !== undefined }
  }
}

function tryParse(text: string) {
  try {
    return parseJws(text)
  } catch (error) {
    if (error instanceof MalformedJws) return undefined
    throw error
  }
}
