import { decodeBase64url, encodeBase64url } from '#/platform/encoding/base64url.ts'
import { constantTimeEqual, randomText } from '#/platform/crypto/secrets.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Replays } from '#/platform/replays/replays.ts'

interface ChallengesDeps {
  readonly clock: Clock
  readonly keyring: Keyring
  readonly replays: Replays
}

/** What a challenge is for, and who alone may answer it: a challenge of one purpose means nothing to another. */
export interface ChallengePurpose {
  readonly ceremony: 'registration' | 'sign-in' | 'confirmation'
  /** The session, or before there is one the browser. */
  readonly holder: string
}

/** How long a person may take; the browser is told the same. */
export const CHALLENGE_LIFE = 5 * 60_000

// 131 bits.
const RANDOM_CHARACTERS = 22

/**
 * The challenges of WebAuthn ceremonies. None is stored when it is given out: it carries its end and our seal over its
 * purpose, so that whoever opens the sign-in page a million times leaves no rows. What was used is remembered until it
 * would have ended.
 */
export class Challenges {
  readonly #deps: ChallengesDeps
  constructor(deps: ChallengesDeps) {
    this.#deps = deps
  }

  /** A new challenge, as options carry it: base64url of its bytes. */
  issue(purpose: ChallengePurpose): string {
    const body = `${randomText(RANDOM_CHARACTERS)}.${this.#deps.clock.now() + CHALLENGE_LIFE}`
    return encodeBase64url(`${body}.${this.#seal(body, purpose)}`)
  }

  /**
   * Uses a challenge up; false when it is not one of ours for this purpose, has ended, or was used. One insert decides
   * (rule G2), and it comes before any signature is looked at: one challenge is one try.
   */
  async consume(challenge: string, purpose: ChallengePurpose): Promise<boolean> {
    const [random = '', end = '', seal = ''] = decodeBase64url(challenge)?.toString('latin1').split('.', 3) ?? []
    const body = `${random}.${end}`
    const endsAt = Number(end)
    if (!constantTimeEqual(seal, this.#seal(body, purpose)) || endsAt <= this.#deps.clock.now()) return false
    return this.#deps.replays.claim(`webauthn:${body}`, endsAt)
  }

  #seal(body: string, { ceremony, holder }: ChallengePurpose): string {
    return this.#deps.keyring.mac('factor', `webauthn:${ceremony}:${body}:${holder}`)
  }
}
