import { endedTokens } from '#/modules/lifecycle/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Static } from 'typebox'
import { actorAndTarget, nameFields } from './agents.ts'
import type { Agents } from './agents.ts'
import { agentErrors } from './errors.ts'
import { agentDpopKeyRotated } from './events.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import type { RotateDpopKeySchema } from './schemas.ts'
import type { DpopKeyRotation } from './views.ts'
import type { Client, Clients } from '#/modules/clients/index.ts'
import { importPublicJwk, jwkThumbprint, UnusableJwk } from '#/platform/crypto/jwk.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'

export interface DpopKeysDeps {
  readonly db: Db
  readonly agents: Agents
  readonly clients: Clients
  readonly lifecycle: Lifecycle
  readonly events: Events
}

type RotateDpopKey = Static<typeof RotateDpopKeySchema>

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
    const { agents, lifecycle, db } = this.#deps
    const agent = await agents.get(ref)
    const keys = { oldJkt: agent.dpopJkt, newJkt: thumbprintOf(input) }
    if (input.dry_run) {
      return { ...keys, counts: await lifecycle.wouldEnd('dpopKeyRotated', oldKeyOf(agent)), eventId: null }
    }
    return db.tx(async (tx) => ({ ...keys, ...(await this.#replace(tx, agent, keys.newJkt, input.reason, actor)) }))
  }

  async #replace(
    tx: Tx,
    agent: Client,
    newJkt: string | null,
    reason: string | undefined,
    actor: Actor,
  ): Promise<{ counts: Counts; eventId: string }> {
    const { clients, lifecycle, events } = this.#deps
    const { client } = await clients.change(tx, agent, { dpopJkt: newJkt })
    if (!client) throw new AppError(agentErrors.agent_not_found)
    const counts = await lifecycle.ended(tx, 'dpopKeyRotated', oldKeyOf(agent), 'dpop_key_rotated')
    const rotation = { old_jkt: agent.dpopJkt, new_jkt: newJkt, reason: reason ?? null }
    const eventId = await events.record(tx, agentDpopKeyRotated, {
      ...actorAndTarget(agent, actor),
      data: { ...nameFields(agent), ...rotation, ...endedTokens(counts) },
    })
    return { counts, eventId }
  }
}

const oldKeyOf = ({ clientId, dpopJkt }: Client) =>
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
  return jwkThumbprint(jwk)
}
