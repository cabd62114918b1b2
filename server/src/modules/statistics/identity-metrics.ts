import type { RecordedEvent } from '#/platform/audit/events.ts'
import type { Metrics } from '#/platform/metrics/metrics.ts'

/** The first proof of a sign-in, by the method that the session notes (RFC 8176); everything else is a passkey. */
const ways: Readonly<Record<string, string>> = { pwd: 'password', email: 'link', fed: 'provider', sso: 'sso' }

/** What an event says about an attempt to sign in. */
type Attempt = readonly [way: string, result: 'success' | 'challenged' | 'failure' | 'throttled']

/** Events about attempts to sign in; a contract test holds the names against the catalogue. */
export const attempts: Readonly<Record<string, (data: RecordedEvent['data']) => Attempt>> = {
  'session.created': ({ methods }) => [wayOf(methods), 'success'],
  'session.challenged': ({ methods }) => [wayOf(methods), 'challenged'],
  'login.failed': ({ reason }) => [reason === 'passkey_refused' ? 'passkey' : 'password', 'failure'],
  'login.throttled': () => ['password', 'throttled'],
  'mfa.failed': () => ['second_factor', 'failure'],
  'mfa.throttled': () => ['second_factor', 'throttled'],
  'oauth_sign_in.refused': () => ['provider', 'failure'],
  'sso.sign_in.refused': () => ['sso', 'failure'],
}

const wayOf = (methods: unknown): string => ways[String((methods as readonly unknown[])[0])] ?? 'passkey'

/** A request for tokens that was answered. */
interface TokenAnswer {
  /** The grant, when it came so far. */
  readonly grant: string | undefined
  /** The code of the error; undefined when tokens were issued. */
  readonly code: string | undefined
}

/** Counts who signs in and who gets tokens, for Prometheus. Of this process alone; a sum over nodes is all. */
export class IdentityMetrics {
  readonly #events
  readonly #signIns
  readonly #tokens
  constructor(metrics: Metrics) {
    this.#events = metrics.counter({
      name: 'mandate_events_total',
      help: 'Recorded events, as in the audit log.',
      labels: ['event', 'result'],
    })
    this.#signIns = metrics.counter({
      name: 'mandate_sign_ins_total',
      help: 'Attempts of people to sign in, by the way they began and how they ended.',
      labels: ['way', 'result'],
    })
    this.#tokens = metrics.counter({
      name: 'mandate_token_requests_total',
      help: 'Answered token requests: issued, or the code of the error.',
      labels: ['grant', 'result'],
    })
  }

  /** Give this to `Events`. */
  readonly recorded = ({ name, result, data }: RecordedEvent): void => {
    this.#events.inc({ event: name, result })
    const attempt = attempts[name]?.(data)
    if (attempt) this.#signIns.inc({ way: attempt[0], result: attempt[1] })
  }

  tokensAnswered({ grant = 'none', code = 'issued' }: TokenAnswer): void {
    this.#tokens.inc({ grant, result: code })
  }
}
