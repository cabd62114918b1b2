import type { OperatorToken } from '#/modules/api-keys/index.ts'
import { scopesOf } from '#/modules/clients/index.ts'
import type { Clients } from '#/modules/clients/index.ts'
import { sessionErrors } from '#/modules/sessions/index.ts'
import type { Token, Tokens } from '#/modules/tokens/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { Bearer } from '#/oauth/shared/bearer.ts'
import type { Clock } from '#/platform/clock.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { pathOf } from '#/platform/http/routing/mounted-routes.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { ADMIN_SCOPE, isCommandLine } from './command-line-client.ts'
import type { CommandLineClient } from './command-line-client.ts'

interface OperatorTokensDeps {
  readonly bearer: Bearer
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly clients: Pick<Clients, 'findByClientId'>
  readonly users: Pick<Users, 'find'>
  readonly commandLine: CommandLineClient
  readonly clock: Clock
  readonly issuer: string
}

/** How long the proof that a sign-in at the command line began with counts as fresh. Its key stays on one machine. */
const FRESH_SECONDS = 3600

/** Finds the operator behind a token of the command line, which is bound to a key (RFC 9449 §7). */
export class OperatorTokens {
  readonly #deps: OperatorTokensDeps
  /** What was presented with its proof in a request that is still answered: a stream asks again, and a proof works once. */
  readonly #proven = new WeakMap<RequestContext, string>()
  constructor(deps: OperatorTokensDeps) {
    this.#deps = deps
  }

  /** The operator of a request with the DPoP scheme; throws the 401. */
  async authenticate(request: UnauthenticatedRequest): Promise<OperatorToken> {
    const token = await this.#tokenOf(request)
    const { clients, users, commandLine } = this.#deps
    const client = await clients.findByClientId(token.clientId)
    const isOurs = client?.active === true && isCommandLine(client) && (await commandLine.isAllowed())
    const reaches = token.jkt !== null && scopesOf(token.scope).includes(ADMIN_SCOPE)
    const user = isOurs && reaches && token.userId !== null ? await users.find(token.userId) : undefined
    if (!user || user.disabledAt !== null) throw refused()
    return { userId: user.id, systemRole: user.systemRole, requireFresh: () => this.#requireFresh(token) }
  }

  async #tokenOf(request: UnauthenticatedRequest): Promise<Token> {
    const { bearer, tokens, issuer } = this.#deps
    const proven = this.#proven.get(request.context)
    if (proven !== undefined) {
      const token = await tokens.authenticate(proven)
      if (!token) throw refused()
      return token
    }
    const at = { audience: issuer, url: `${issuer}${pathOf(request.url)}` }
    const { token } = await bearer.authenticateAt(at, request)
    const [header = ''] = request.headerValues('authorization')
    this.#proven.set(request.context, header.slice(header.indexOf(' ') + 1))
    return token
  }

  #requireFresh({ authenticatedAt }: Token): void {
    if (authenticatedAt !== null && this.#deps.clock.now() - authenticatedAt <= FRESH_SECONDS * 1000) return
    throw new AppError(sessionErrors.reauthentication_required, { details: { max_age_seconds: FRESH_SECONDS } })
  }
}

const refused = (): AppError =>
  new AppError(commonErrors.unauthorized, { headers: { 'www-authenticate': 'DPoP error="invalid_token"' } })
