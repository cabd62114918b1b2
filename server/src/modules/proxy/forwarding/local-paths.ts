import type { IncomingMessage, ServerResponse } from 'node:http'
import { scopesOf } from '#/modules/clients/index.ts'
import type { Resources } from '#/modules/resources/index.ts'
import type { CompiledHost, RuleSets } from '#/modules/proxy/access/rule-set.ts'
import { METADATA_PATH } from '#/modules/proxy/identity/authorization.ts'
import type { GatewayRequest } from '#/modules/proxy/identity/authorization.ts'
import { CALLBACK_PATH } from '#/modules/proxy/identity/gateway-sessions.ts'
import type { GatewaySessions } from '#/modules/proxy/identity/gateway-sessions.ts'
import { outsideOrigin } from '#/modules/proxy/upstreams/upstream.ts'
import { dpopAlgorithms } from '#/protocol/oauth.ts'
import type { Refusals, RefusalToShow } from './refusal.ts'

export interface LocalPathsDeps {
  readonly issuer: string
  readonly ruleSets: RuleSets
  readonly gatewaySessions: GatewaySessions
  readonly resources: Pick<Resources, 'at'>
  readonly refusals: Refusals
}

interface LocalAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  readonly body?: string
  /** Why a person sees a page in place of the body. */
  readonly reason?: RefusalToShow['reason']
}

/** Everything below it at a host is ours, and never the upstream's. */
const OWN = '/.mandate/'
const SIGN_OUT_PATH = '/.mandate/sign-out'

/** What the gateway itself serves at every host: the way back from signing in, and what clients learn of the host. */
export class LocalPaths {
  readonly #deps: LocalPathsDeps
  constructor(deps: LocalPathsDeps) {
    this.#deps = deps
  }

  /** Serves a request that is for the gateway itself; false when it is not. */
  async serve(request: GatewayRequest, message: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { target } = request
    const mark = target.indexOf('?')
    const path = mark === -1 ? target : target.slice(0, mark)
    if (path !== METADATA_PATH && !path.startsWith(OWN)) return false
    const host = (await this.#deps.ruleSets.current()).hosts.get(request.host)
    if (!host) return false
    const query = new URLSearchParams(mark === -1 ? '' : target.slice(mark))
    const answer = await this.#answer(host, path, query, request)
    const { notes } = request.context
    notes.upstream = host.upstream.id
    if (answer.reason !== undefined) notes.refusal = answer.reason
    write(response, await this.#forPeople(answer, request, message), request)
    return true
  }

  async #answer(
    host: CompiledHost,
    path: string,
    query: URLSearchParams,
    { method, context }: GatewayRequest,
  ): Promise<LocalAnswer> {
    if (path === METADATA_PATH) return isRead(method) ? this.#metadata(host) : onlyBy('GET, HEAD')
    if (path === CALLBACK_PATH) return method === 'GET' ? this.#comeBack(host, query, context) : onlyBy('GET')
    if (path === SIGN_OUT_PATH) return method === 'POST' ? this.#signOut(host, context) : onlyBy('POST')
    return { status: 404, body: 'There is nothing here.\n', reason: 'nothing_here' }
  }

  /** What is refused, as a page for whoever opened one. */
  async #forPeople(answer: LocalAnswer, request: GatewayRequest, message: IncomingMessage): Promise<LocalAnswer> {
    const { reason, status, body = '' } = answer
    if (reason === undefined || !request.opensPage) return answer
    const page = await this.#deps.refusals.page({ reason, status, message: body.trimEnd() }, request, message)
    return { ...answer, body: page.body, headers: { ...answer.headers, ...page.headers } }
  }

  async #comeBack(
    { upstream }: CompiledHost,
    query: URLSearchParams,
    context: GatewayRequest['context'],
  ): Promise<LocalAnswer> {
    const codes = query.getAll('code')
    const code = codes.length === 1 ? codes[0] : undefined
    const led = await this.#deps.gatewaySessions.redeem(upstream, code, context)
    if (led) return { status: 303, headers: { location: led.location }, cookies: led.cookies }
    // A page that was opened twice, or by a link of somebody else: whoever it is starts over, as nobody.
    return {
      status: 400,
      reason: 'sign_in_over',
      body: 'This way back was used before, is over, or belongs to another browser. Open the page again.\n',
    }
  }

  /** Ends the session at this host, and leads on to sign out of the server. */
  async #signOut({ upstream }: CompiledHost, { cookies }: GatewayRequest['context']): Promise<LocalAnswer> {
    const forgetting = await this.#deps.gatewaySessions.end(upstream, cookies)
    return { status: 303, headers: { location: `${this.#deps.issuer}/logout` }, cookies: forgetting }
  }

  /** RFC 9728 §3.2: what clients have to know to get a token for this host. */
  async #metadata({ upstream, rules }: CompiledHost): Promise<LocalAnswer> {
    const { issuer, resources } = this.#deps
    const resource = outsideOrigin(upstream, issuer)
    const [listed] = await resources.at([resource])
    const ofRules = rules.flatMap(({ rule, requirements }) => [
      ...rule.scopes,
      ...requirements.flatMap((it) => (it.kind === 'scope' ? scopesOf(it.scope) : [])),
    ])
    const scopes = new Set([...(listed?.scopes ?? []).map(({ name }) => name), ...ofRules])
    const document = {
      resource,
      ...(listed ? { resource_name: listed.name } : {}),
      authorization_servers: [issuer],
      scopes_supported: [...scopes],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: dpopAlgorithms,
    }
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
    return { status: 200, headers, body: JSON.stringify(document) }
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const onlyBy = (allow: string): LocalAnswer => ({
  status: 405,
  reason: 'method_not_allowed',
  headers: { allow },
  body: 'This path does not take that method.\n',
})

const USUAL = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/plain; charset=utf-8',
}

function write(response: ServerResponse, answer: LocalAnswer, request: GatewayRequest): void {
  const { status, headers = {}, cookies = [], body = '' } = answer
  const head = ['x-request-id', request.context.requestId, 'content-length', String(Buffer.byteLength(body))]
  for (const [name, value] of Object.entries({ ...USUAL, ...headers })) head.push(name, value)
  for (const cookie of cookies) head.push('set-cookie', cookie)
  response.writeHead(status, head)
  response.end(request.method === 'HEAD' ? undefined : body)
}
