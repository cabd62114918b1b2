import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { Token } from '#/modules/tokens/index.ts'
import type { ConnectionAt } from './connection.ts'
import { vaultErrors } from './errors.ts'
import { forwardedHeaders } from './proxy-headers.ts'
import { isTokenAddress, originOf, permits } from './proxy-rules.ts'
import type { ProxyRules } from './proxy-rules.ts'
import { nameOf } from './proxy-target.ts'
import type { ProxyTarget } from './proxy-target.ts'
import type { Retrieved } from './retrieval.ts'

/** The body of a call, as it arrives. */
export interface CallBody extends AsyncIterable<Uint8Array> {
  readonly gone: AbortSignal
  /** Undefined when nobody knows yet, 0 when there is none. */
  readonly length: number | undefined
}

/** A call of an agent's to a provider, in whose name. */
export interface ProxyCall {
  readonly token: Token
  readonly providerName: string
  readonly method: string
  readonly target: ProxyTarget
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: CallBody
}

/** Where a credential goes when nothing is said (RFC 6750 §2.1). */
const BEARER: NonNullable<ProxyRules['credential']> = { in: 'header', name: 'authorization', prefix: 'Bearer ' }

/** The rules of a provider that has some. */
export function rulesOf({ provider }: Pick<Retrieved, 'provider'>): ProxyRules {
  if (provider.proxy === null) throw new AppError(vaultErrors.vault_proxy_off)
  return provider.proxy
}

/** What stands against a call at an account; undefined when nothing does. */
export function refusalOf(at: ConnectionAt, { method, target }: ProxyCall): AppError | undefined {
  const { provider, connection } = at
  if (provider.proxy === null) return new AppError(vaultErrors.vault_proxy_off)
  const origin = originOf(provider.proxy, connection.account, target.host)
  const isAllowed =
    origin !== undefined &&
    permits(provider.proxy, method, target.path) &&
    !isTokenAddress(provider, new URL(origin + target.path.path))
  if (!isAllowed) return new AppError(vaultErrors.vault_call_not_allowed, { details: { provider: provider.name } })
  const { credential } = provider.proxy
  const names = target.query.slice(1).split('&').map(nameOf)
  const collides = credential?.in === 'query' && names.includes(credential.name)
  const message = `The parameter ${credential?.name} is for this server to send.`
  return collides ? new AppError(commonErrors.invalid_request, { message }) : undefined
}

/** The request as it goes out, with the credential in it. */
export function requestFor(retrieved: Retrieved, call: ProxyCall): { url: URL; headers: Record<string, string> } {
  const { connection, tokens } = retrieved
  const rules = rulesOf(retrieved)
  const { path, query, host } = call.target
  const url = new URL(`${originOf(rules, connection.account, host) ?? ''}${path.path}${query}`)
  const headers = forwardedHeaders(call.headers)
  const { in: place, name, prefix = '' } = rules.credential ?? BEARER
  if (place === 'header') {
    return { url, headers: { ...without(headers, name), [name.toLowerCase()]: prefix + tokens.accessToken } }
  }
  const parameter = `${encodeURIComponent(name)}=${encodeURIComponent(tokens.accessToken)}`
  url.search = url.search === '' ? parameter : `${url.search}&${parameter}`
  return { url, headers }
}

/** The headers without those that some server could take for one. */
const without = (headers: Record<string, string>, name: string): Record<string, string> => {
  const plain = name.toLowerCase().replaceAll('_', '-')
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other.replaceAll('_', '-') !== plain))
}
