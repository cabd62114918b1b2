import type { Static } from 'typebox'
import { about, named } from './agents.ts'
import type { Agents } from './agents.ts'
import { agentErrors } from './errors.ts'
import { agentDpopKeyRotated } from './events.ts'
import { invalid } from './invalid.ts'
import type { RotateDpopKeySchema } from './schemas.ts'
import { eventCounts } from './views.ts'
import type { Client, Clients, ClientTies, EndedTokens } from '#/modules/clients/index.ts'
import { importPublicJwk, jwkThumbprint, UnusableJwk } from '#/platform/crypto/jwk.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/events/event.ts'
import type { Events } from '#/platform/events/events.ts'
import { AppError } from '#/platform/http/errors.ts'

export interface DpopKeysDeps {
  readonly db: Db
  readonly agents: Agents
  readonly clients: Clients
  readonly ties: ClientTies
  readonly events: Events
}

type RotateDpopKey = Static<typeof RotateDpopKeySchema>

/** The result of a rotation: what was pinned before and after, and what ended. */
export interface DpopKeyRotation {
  readonly oldJkt: string | null
  readonly newJkt: string | null
  readonly counts: EndedTokens
  readonly eventId: string
}

/** The proof keys that agents are pinned to (RFC 9449 §5). */
export class DpopKeys {
  readonly #deps: DpopKeysDeps
  constructor(deps: DpopKeysDeps) {
    this.#deps = deps
  }

  /**
   * Pins the new key, or none, and ends the tokens of the old key. When no key was pinned nobody knows which one was
   * the old, so all tokens of the agent end.
   */
  async rotate(ref: string, input: RotateDpopKey, actor: Actor): Promise<DpopKeyRotation> {
    const agent = await this.#deps.agents.get(ref)
    const newJkt = thumbprintOf(input)
    return this.#deps.db.tx(async (tx) => {
      const { client } = await this.#deps.clients.change(tx, agent, { dpopJkt: newJkt })
      if (!client) throw new AppError(agentErrors.agent_not_found)
      const counts = await this.#deps.ties.revokeTokens(tx, tokensOfOldKey(agent), 'dpop_key_rotated')
      const eventId = await this.#deps.events.record(tx, agentDpopKeyRotated, {
        ...about(agent, actor),
        data: {
          ...named(agent),
          old_jkt: agent.dpopJkt,
          new_jkt: newJkt,
          reason: input.reason ?? null,
          ...eventCounts(counts),
        },
      })
      return { oldJkt: agent.dpopJkt, newJkt, counts, eventId }
    })
  }

  /** What rotating would end. */
  async countEnding(ref: string, input: RotateDpopKey): Promise<EndedTokens> {
    const agent = await this.#deps.agents.get(ref)
    thumbprintOf(input)
    return this.#deps.ties.countTokens(tokensOfOldKey(agent))
  }
}

const tokensOfOldKey = ({ clientId, dpopJkt }: Client) =>
  dpopJkt === null ? ({ by: 'client', clientId } as const) : ({ by: 'key', clientId, jkt: dpopJkt } as const)

function thumbprintOf({ public_jwk: jwk, jkt }: RotateDpopKey): string | null {
  if (jwk === undefined) return jkt ?? null
  if (jkt !== undefined) throw invalid('/jkt', 'must not come together with public_jwk')
  try {
    importPublicJwk(jwk)
  } catch (error) {
    if (error instanceof UnusableJwk) throw invalid('/public_jwk', `is not a key for proofs: ${error.message}`)
    throw error
  }
  if (jwk['kty'] === 'OKP') throw invalid('/public_jwk', 'must be an EC P-256 or an RSA key')
  return jwkThumbprint(jwk)
}
