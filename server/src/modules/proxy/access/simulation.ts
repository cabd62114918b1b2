import type { Static } from 'typebox'
import { formatPermission, parseRoleName, permits } from '#/modules/roles/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Caller, CallingRole } from './caller.ts'
import { decide } from './decision.ts'
import type { Decision } from './decision.ts'
import { identityHeaders } from './identity-headers.ts'
import type { IdentityHeaders } from './identity-headers.ts'
import type { People } from './people.ts'
import type { RuleSets } from './rule-set.ts'
import type { SimulatedIdentity, SimulationRequest } from './schemas.ts'

export interface SimulationDeps {
  readonly clock: Clock
  readonly ruleSets: RuleSets
  readonly people: People
}

/** What would come of a request, and what its upstream would be told. */
export interface Simulated {
  readonly decision: Decision
  readonly headers: IdentityHeaders
}

type Identity = Static<typeof SimulatedIdentity>

/** Asks the gateway what it would decide about somebody, without sending anything anywhere. */
export class Simulation {
  readonly #deps: SimulationDeps
  constructor(deps: SimulationDeps) {
    this.#deps = deps
  }

  async run({ host, method, path, identity }: Static<typeof SimulationRequest>): Promise<Simulated> {
    const { ruleSets, clock } = this.#deps
    const now = clock.now()
    const asked = { host: host.toLowerCase(), method: method ?? 'GET', target: path }
    const find = async (): Promise<Caller | undefined> => (identity ? this.#callerOf(identity, now) : undefined)
    const { decision, caller } = await decide(await ruleSets.current(), asked, find, now)
    return { decision, headers: decision.allowed ? identityHeaders(caller) : {} }
  }

  /** Somebody as described; what is not said of a person who is there is as it is with them. */
  async #callerOf(identity: Identity, now: number): Promise<Caller> {
    const { people } = this.#deps
    const { user_id: userId, agent_id: agentId, permissions, organizations } = identity
    const known = userId === undefined ? undefined : await people.findUser(userId)
    const real = known && known.disabledAt === null ? known.id : undefined
    const roles = identity.roles?.map(roleNamed) ?? (real === undefined ? [] : await people.rolesOf(real))
    const isToken = agentId !== undefined || identity.scopes !== undefined
    return {
      method: identity.auth_method ?? (isToken ? 'bearer' : 'session'),
      user:
        userId === undefined
          ? null
          : { id: userId, email: identity.user_email ?? known?.email ?? '', name: known?.name ?? '', roles },
      agent: agentId === undefined ? null : { id: agentId, clientId: agentId },
      clientId: agentId ?? null,
      subject: userId ?? agentId ?? '',
      act: userId !== undefined && agentId !== undefined ? { sub: agentId } : null,
      scopes: identity.scopes ?? (isToken ? [] : null),
      acr: identity.acr ?? null,
      authenticatedAt:
        identity.authenticated_seconds_ago === undefined ? null : now - identity.authenticated_seconds_ago * 1000,
      holds: async (permission) =>
        permissions === undefined
          ? real !== undefined && (await people.holds(real, permission))
          : permissions.some((granted) => permits(granted, formatPermission(permission))),
      isMemberOf: async (organization) =>
        organizations === undefined
          ? real !== undefined && (await people.isMemberOf(real, organization))
          : organizations.includes(organization),
    }
  }
}

const roleNamed = (name: string): CallingRole => ({ name, canonical: parseRoleName(name)?.canonical ?? '' })
