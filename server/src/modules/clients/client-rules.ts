import { Type } from 'typebox'
import type { Static } from 'typebox'
import { given } from '#/platform/merge-patch.ts'

/** How a client is to speak the protocol, where an operator said something else than what holds for all. */
export interface ClientRules {
  /** Null: what the server is set to. */
  readonly refreshGraceSeconds: number | null
}

/** The rules of a client of which nobody said anything. */
export const noRules: ClientRules = { refreshGraceSeconds: null }

const RefreshGrace = Type.Union([Type.Integer({ minimum: 0, maximum: 10 }), Type.Null()], {
  description:
    'For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to.',
})

/** The rules in what the admin API shows of a client. */
export const rulesMembers = { refresh_grace_seconds: RefreshGrace }

/** The rules in what makes or changes one. */
export const rulesInput = { refresh_grace_seconds: Type.Optional(RefreshGrace) }

const RulesInput = Type.Object(rulesInput)

/** The rules that are given. */
export const rulesFrom = (input: Static<typeof RulesInput>): Partial<ClientRules> =>
  given<ClientRules>({ refreshGraceSeconds: input.refresh_grace_seconds })

/** The rules as the admin API shows them. */
export const rulesView = (client: ClientRules) => ({ refresh_grace_seconds: client.refreshGraceSeconds })
