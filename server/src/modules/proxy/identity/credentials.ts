import type { Clients } from '#/modules/clients/index.ts'
import { scopesOf } from '#/modules/clients/index.ts'
import { acrOf } from '#/modules/sessions/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import type { Token } from '#/modules/tokens/index.ts'
import type { Caller } from '#/modules/proxy/access/caller.ts'
import type { RuledRequest } from '#/modules/proxy/access/decision.ts'
import { callingUser } from '#/modules/proxy/access/people.ts'
import type { People } from '#/modules/proxy/access/people.ts'
import { outsideOrigin } from '#/modules/proxy/upstreams/upstream.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { GatewaySessions } from './gateway-sessions.ts'

/** What of a request may say who sent it. */
export interface CredentialSource {
  readonly method: string
  /** Path and query as they came. */
  readonly target: string
  readonly context: RequestContext
  headerValues(name: string): string[]
}

/** Where a token is presented, and by which request. */
export interface TokenRequest {
  readonly audience: string
  readonly url: string
  readonly method: string
  readonly hasTokenInQuery: boolean
  headerValues(name: string): string[]
}

interface PresentedToken {
  readonly token: Token
  readonly isBound: boolean
}

/** Verifies the access token of a request as any resource of this server does; throws the challenge. */
export type VerifyToken = (request: TokenRequest) => Promise<PresentedToken>

export interface CredentialsDeps {
  readonly issuer: string
  readonly people: People
  readonly clients: Pick<Clients, 'findByClientId'>
  readonly sessions: Pick<Sessions, 'find'>
  readonly gatewaySessions: GatewaySessions
  readonly verifyToken: VerifyToken
  /** The living access token that a text is. */
  readonly findToken: (text: string) => Promise<Token | undefined>
}

const OURS = /^(Bearer|DPoP)(\s|$)/i

/** Finds out who sent a request: by an access token that is for this host, or by the session of a browser there. */
export class Credentials {
  readonly #deps: CredentialsDeps
  constructor(deps: CredentialsDeps) {
    this.#deps = deps
  }

  /** Whoever sent it; undefined for nobody we know. Throws the challenge for a token that can't be used here. */
  async find(ruled: RuledRequest, source: CredentialSource): Promise<Caller | undefined> {
    return carriesToken(source) ? this.#byToken(ruled, source) : this.#bySession(ruled, source)
  }

  async #bySession({ upstream }: RuledRequest, { context }: CredentialSource): Promise<Caller | undefined> {
    const { gatewaySessions, people } = this.#deps
    const principal = await gatewaySessions.authenticate(upstream, context)
    if (!principal) return undefined
    const { user, session } = principal
    return {
      ...this.#powersOf(user.id),
      method: 'session',
      user: await callingUser(user, people),
      agent: null,
      clientId: null,
      subject: user.id,
      act: null,
      scopes: null,
      acr: acrOf(session.methods),
      authenticatedAt: session.authenticatedAt,
    }
  }

  async #byToken(ruled: RuledRequest, source: CredentialSource): Promise<Caller> {
    const { issuer, verifyToken } = this.#deps
    const { target, method } = source
    const audience = outsideOrigin(ruled.upstream, issuer)
    const mark = target.indexOf('?')
    const presented = await verifyToken({
      audience,
      url: audience + (mark === -1 ? target : target.slice(0, mark)),
      method,
      hasTokenInQuery: mark !== -1 && new URLSearchParams(target.slice(mark)).has('access_token'),
      headerValues: (name) => source.headerValues(name),
    })
    return this.#callerOf(presented, ruled)
  }

  /**
   * The same for a request that came a while ago and goes on. Its proof was used up then, and held for all of it; what may
   * have ended since is asked again.
   */
  async findAgain(ruled: RuledRequest, source: CredentialSource): Promise<Caller | undefined> {
    if (!carriesToken(source)) return this.#bySession(ruled, source)
    const [text = ''] = source.headerValues('authorization').map((value) => value.split(' ')[1] ?? '')
    const token = await this.#deps.findToken(text)
    return token && this.#callerOf({ token, isBound: token.jkt !== null }, ruled)
  }

  async #callerOf({ token, isBound }: PresentedToken, ruled: RuledRequest): Promise<Caller> {
    const { people } = this.#deps
    const [user, agent] = await Promise.all([
      token.userId === null ? undefined : people.findUser(token.userId),
      this.#agentOf(token),
    ])
    return {
      ...this.#powersOf(token.userId),
      method: isBound ? 'dpop' : 'bearer',
      user: user ? await callingUser(user, people) : null,
      agent,
      clientId: token.clientId,
      subject: token.subject,
      act: token.act,
      scopes: scopesOf(token.scope),
      acr: ruled.rule.rule.acr === null ? null : await this.#acrOf(token),
      authenticatedAt: token.authenticatedAt,
    }
  }

  /** The agent that acts: the outermost actor, or the client itself where it is an agent (RFC 8693 §4.1). */
  async #agentOf({ act, clientId }: Token): Promise<Caller['agent']> {
    const client = await this.#deps.clients.findByClientId(act?.sub ?? clientId)
    if (client?.kind === 'agent') return { id: client.id, clientId: client.clientId }
    return act === null ? null : { id: act.sub, clientId: act.sub }
  }

  /** How the person of a token signed in, by the session it came from; null when nobody can say any more. */
  async #acrOf({ sessionId }: Token): Promise<Caller['acr']> {
    const session = sessionId === null ? undefined : await this.#deps.sessions.find(sessionId)
    return session ? acrOf(session.methods) : null
  }

  #powersOf(userId: string | null): Pick<Caller, 'holds' | 'isMemberOf'> {
    const { people } = this.#deps
    return {
      holds: async (permission) => userId !== null && (await people.holds(userId, permission)),
      isMemberOf: async (organization) => userId !== null && (await people.isMemberOf(userId, organization)),
    }
  }
}

/** Whether a request brings an access token; other schemes of the header are not ours. */
export const carriesToken = (source: Pick<CredentialSource, 'headerValues'>): boolean =>
  source.headerValues('authorization').some((value) => OURS.test(value))
