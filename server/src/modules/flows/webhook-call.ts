import { Type } from 'typebox'
import type { Static } from 'typebox'
import { toIso, toUnixSeconds } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'
import type { User } from '#/modules/users/index.ts'
import type { FlowFacts } from './condition.ts'
import type { FlowStore } from './flow-store.ts'
import type { Program } from './program.ts'
import { flowSecrets } from './secret.ts'
import { StepFailure } from './step-failure.ts'
import { MAX_MESSAGE, METADATA_KEY } from './step-types.ts'
import type { ConfigOf } from './step-types.ts'

const MAX_BODY_BYTES = 16 * 1024
const TIMEOUT_MS = 5000

/** What the server of a webhook step responds. Anything else breaks the step: a slip must not let anybody in. */
const VerdictSchema = Type.Object({
  action: Type.Enum(['allow', 'deny']),
  message: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_MESSAGE })),
  metadata: Type.Optional(
    Type.Record(
      Type.String({ pattern: METADATA_KEY }),
      Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean(), Type.Null()]),
      { maxProperties: 20, additionalProperties: false },
    ),
  ),
})
export type Verdict = Static<typeof VerdictSchema>

const verdicts = new LazyValidator(VerdictSchema, true)

/** Writes the headers that prove where a call comes from, as webhooks do. */
export type SignCall = (
  message: { readonly id: string; readonly body: string; readonly timestamp: number },
  secrets: readonly string[],
) => Record<string, string>

/** What a call is about. */
export interface Call {
  readonly config: ConfigOf<'webhook'>
  readonly program: Program
  readonly pointer: string
  /** The run, or null in a test. */
  readonly runId: string | null
  /** The same for each attempt at the same step of the same run. */
  readonly messageId: string
  readonly user: Pick<User, 'id' | 'email' | 'emailVerified' | 'name' | 'metadata'>
  readonly facts: FlowFacts
}

interface WebhookCallsDeps {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'open'>
  readonly store: FlowStore
  readonly fetch: SafeFetch
  readonly sign: SignCall
}

/** Asks servers of operators whether a sign-in may go on. */
export class WebhookCalls {
  readonly #deps: WebhookCallsDeps
  constructor(deps: WebhookCallsDeps) {
    this.#deps = deps
  }

  /** Throws `StepFailure` for what is no verdict, `OutboundError` when there is no response. */
  async ask(call: Call): Promise<Verdict> {
    const { clock, store, keyring, fetch, sign } = this.#deps
    const flow = await store.find(call.program.flowId)
    if (!flow) throw new StepFailure('the flow is gone')
    const now = clock.now()
    const body = JSON.stringify(payloadOf(call, now))
    const message = { id: call.messageId, body, timestamp: toUnixSeconds(now) }
    const response = await fetch(call.config.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...sign(message, flowSecrets(keyring, flow, now)),
      },
      body,
      redirect: 'manual',
      timeoutMs: call.config.timeout_ms ?? TIMEOUT_MS,
      maxBytes: MAX_BODY_BYTES,
    })
    if (response.status !== 200) throw new StepFailure(`the server responded with status ${response.status}`)
    return readVerdict(await response.text())
  }
}

/** What the server is told. */
function payloadOf({ runId, program, pointer, user, facts }: Call, now: number) {
  return {
    event: 'flow.step',
    test: runId === null,
    created_at: toIso(now),
    data: {
      run_id: runId,
      flow_id: program.flowId,
      flow_name: program.name,
      flow_version: program.version,
      step: pointer,
      trigger: facts.trigger,
      user: {
        id: user.id,
        email: user.email,
        email_verified: user.emailVerified,
        name: user.name,
        metadata: user.metadata,
      },
      auth_methods: facts.authMethods,
      client_id: facts.clientId,
      ip: facts.ip,
    },
  }
}

function readVerdict(text: string): Verdict {
  let verdict: unknown
  try {
    verdict = JSON.parse(text)
  } catch {
    throw new StepFailure('the server responded with something else than JSON')
  }
  if (!verdicts.check(verdict)) {
    const [wrong] = verdicts.errors(verdict)
    throw new StepFailure(`the response is no verdict: ${wrong?.pointer} ${wrong?.message}`.slice(0, 200))
  }
  return verdict as Verdict
}
