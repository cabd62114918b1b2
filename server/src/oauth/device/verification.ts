import type { Client, Clients } from '#/modules/clients/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import { isCommandLine } from '#/oauth/command-line/index.ts'
import type { BrowserRequest } from '#/oauth/shared/browser-request.ts'
import type { SessionPrincipal, Sessions } from '#/modules/sessions/index.ts'
import type { Resources } from '#/modules/resources/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { ACCOUNT_FIELD } from '#/modules/vault/index.ts'
import type { VaultOffers } from '#/modules/vault/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { constantTimeEqual } from '#/platform/crypto/secrets.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { tooManyRequests } from '#/platform/errors/too-many-requests.ts'
import type { LimitAnswer, LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { DeviceCode } from './device-code.ts'
import type { DeviceCodes } from './device-codes.ts'
import { deviceErrors } from './errors.ts'
import { confirmPage, entryPage, settledPage } from './pages.ts'
import type { Reader } from './pages.ts'

export interface DeviceVerificationDeps {
  readonly deviceCodes: DeviceCodes
  readonly clients: Clients
  readonly sessions: Sessions
  readonly settings: Settings
  readonly resources: Pick<Resources, 'at'>
  readonly vaultOffers: Pick<VaultOffers, 'offersFor'>
  readonly issuer: string
  readonly limits: Limits
  readonly keyring: Keyring
  readonly clock: Clock
}

const PATH = '/oauth/device/verify'
const TEN_MINUTES = 600_000

// RFC 8628 §5.1: with 20^8 codes and these budgets, a year of guessing finds next to nothing. Every look of a session or
// a network counts; the budget of everyone together counts the wrong ones only. Once that is spent, it binds those who
// were wrong themselves in the last ten minutes: whoever spends it for others must not lock them out.
const PER_SESSION: LimitRule = { burst: 20, periodMs: TEN_MINUTES }
const PER_NETWORK: LimitRule = { burst: 100, periodMs: TEN_MINUTES }
const EVERYONE: LimitRule = { burst: 300, periodMs: TEN_MINUTES }
const OWN_MISS: LimitRule = { burst: 1, periodMs: TEN_MINUTES }

/** The pages where a person answers a device (RFC 8628 §3.3). Looking never answers; answering needs having looked. */
export class DeviceVerification {
  readonly #deps: DeviceVerificationDeps
  constructor(deps: DeviceVerificationDeps) {
    this.#deps = deps
  }

  /** The form for the code, or with a code what it asks for. */
  async show(typed: string | undefined, person: SessionPrincipal, request: BrowserRequest): Promise<Reply> {
    if (typed === undefined) return entryPage(person, readerOf(request))
    await this.#countLook(person, request.context)
    const code = await this.#deps.deviceCodes.findByUserCode(typed)
    const client = code && (await this.#deps.clients.findByClientId(code.clientId))
    if (!code || !client?.active || !this.#deps.deviceCodes.isWaiting(code))
      return this.#notFound(typed, code, person, request)
    return (
      this.#proofOfOperator(client, person, code.userCode) ?? this.#confirm(code, client, person, readerOf(request))
    )
  }

  async #confirm(code: DeviceCode, client: Client, person: SessionPrincipal, reader: Reader): Promise<Reply> {
    const { sessions, settings, resources, vaultOffers, issuer, clock } = this.#deps
    const { clientId, scope } = code
    return confirmPage({
      code,
      client,
      person,
      settings: await settings.current(),
      resources: await resources.at(code.resource),
      offers: await vaultOffers.offersFor({ userId: person.user.id, clientId, scope }),
      issuer,
      now: clock.now(),
      csrfToken: sessions.csrfToken(person.session),
      view: this.#viewProof(code, person),
      reader,
    })
  }

  async #notFound(
    typed: string,
    code: DeviceCode | undefined,
    person: SessionPrincipal,
    request: BrowserRequest,
  ): Promise<Reply> {
    if (!code) {
      await this.#deps.limits.hit('device-miss:everyone', EVERYONE)
      for (const name of missesOf(person, request.context)) await this.#deps.limits.hit(name, OWN_MISS)
      await this.#deps.deviceCodes.miss(typed)
    }
    return entryPage(person, readerOf(request), typed)
  }

  /** The answer of the page. */
  async settle(form: Form, person: SessionPrincipal, locale: Locale): Promise<Reply> {
    const code = await this.#deps.deviceCodes.findByUserCode(form.get('user_code') ?? '')
    this.#requireView(code, person, form)
    return this.#answer(code, person, form, locale)
  }

  async #answer(code: DeviceCode, person: SessionPrincipal, form: Form, locale: Locale): Promise<Reply> {
    const { deviceCodes, clients } = this.#deps
    const client = await clients.findByClientId(code.clientId)
    if (!client?.active) throw new AppError(deviceErrors.device_code_gone)
    const accounts = form.all(ACCOUNT_FIELD)
    const settler = { userId: person.user.id, session: person.session, actor: person.actor, accounts }
    const isClear = form.duplicates.every((name) => name === ACCOUNT_FIELD)
    const decision = isClear ? form.get('decision') : undefined
    if (decision !== 'allow' && decision !== 'deny')
      throw new AppError(commonErrors.invalid_request, { message: 'The form must say allow or deny, once.' })
    const proof = decision === 'allow' ? this.#proofOfOperator(client, person, code.userCode) : undefined
    if (proof) return proof
    const settled = await (decision === 'allow' ? deviceCodes.approve(code, settler) : deviceCodes.deny(code, settler))
    if (!settled) throw new AppError(deviceErrors.device_code_gone)
    return settledPage(decision, client, locale)
  }

  /** What administers the server is allowed by operators alone, who have just proved who they are; others are led to do that. */
  #proofOfOperator(client: Client, { user, session }: SessionPrincipal, userCode: string): Reply | undefined {
    if (!isCommandLine(client)) return undefined
    if (user.systemRole === null) throw new AppError(deviceErrors.device_needs_operator)
    return this.#deps.sessions.isFresh(session) ? undefined : seeOther(`/confirm${returnQueryOf(userCode)}`)
  }

  /** RFC 8628 §5.4: whoever answers has seen, in this session, what the page says about this code. */
  #requireView(code: DeviceCode | undefined, person: SessionPrincipal, form: Form): asserts code is DeviceCode {
    if (code && constantTimeEqual(form.get('view') ?? '', this.#viewProof(code, person))) return
    throw new AppError(commonErrors.csrf_failed)
  }

  #viewProof(code: DeviceCode, { session }: SessionPrincipal): string {
    return this.#deps.keyring.mac('csrf', `device:${code.id}:${session.id}`)
  }

  async #countLook(person: SessionPrincipal, context: RequestContext): Promise<void> {
    const { limits } = this.#deps
    const [session, network] = [person.session.id, networkOf(context.ip)]
    const answers = [
      { rule: PER_SESSION, ...(await limits.hit(`device-look-session:${session}`, PER_SESSION)) },
      { rule: PER_NETWORK, ...(await limits.hit(`device-look-network:${network}`, PER_NETWORK)) },
      { rule: EVERYONE, ...(await this.#peekEveryone(person, context)) },
    ]
    const refused = answers.find(({ allowed }) => !allowed)
    if (refused) throw tooManyRequests(refused.retryAfterSeconds, refused.rule)
  }

  /** The budget of everyone together, which is open to those who were not wrong themselves. */
  async #peekEveryone(person: SessionPrincipal, context: RequestContext): Promise<LimitAnswer> {
    const { limits } = this.#deps
    const everyone = await limits.peek('device-miss:everyone', EVERYONE)
    if (everyone.allowed) return everyone
    for (const name of missesOf(person, context)) if (!(await limits.peek(name, OWN_MISS)).allowed) return everyone
    return { allowed: true, retryAfterSeconds: 0 }
  }
}

const missesOf = ({ session }: SessionPrincipal, { ip }: RequestContext): readonly string[] => [
  `device-miss-session:${session.id}`,
  `device-miss-network:${networkOf(ip)}`,
]

const readerOf = ({ context, url }: BrowserRequest): Reader => ({ locale: context.locale, here: url })

/** The query that leads back here with what was typed. */
export function returnQueryOf(typed: string | undefined): string {
  const next = typed === undefined ? PATH : `${PATH}?${new URLSearchParams({ user_code: typed.slice(0, 40) })}`
  return `?${new URLSearchParams({ next })}`
}
