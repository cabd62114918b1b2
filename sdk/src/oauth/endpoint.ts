import type { ClientAuthentication } from './client-authentication.ts'
import type { DpopKey } from './dpop.ts'
import { endpointOf } from './metadata.ts'
import type { EndpointName, ServerMetadata } from './metadata.ts'
import { throwRefusal } from './network.ts'
import type { Network } from './network.ts'

/** Values of a form; what is undefined is left out, and what is a list stands there several times. */
export type FormValues = object

/** What a client is to the endpoints that it calls. */
export interface Caller {
  readonly clientId: string
  readonly authenticate: ClientAuthentication
  readonly dpop: DpopKey | undefined
  readonly network: Network
}

interface EndpointRequest {
  readonly endpoint: EndpointName
  readonly values: FormValues
  /** Whether what is asked for is bound to the key. */
  readonly bound?: boolean
  readonly signal?: AbortSignal | undefined
}

/** Posts a form to an endpoint as a client; a proof that lacks the server's nonce is made again once (RFC 9449 §8). */
export async function postForm(
  caller: Caller,
  metadata: ServerMetadata,
  { endpoint, values, bound = false, signal }: EndpointRequest,
): Promise<Record<string, unknown>> {
  const url = endpointOf(metadata, endpoint)
  const dpop = bound ? caller.dpop : undefined
  for (let isSecond = false; ; isSecond = true) {
    const form = formOf(values)
    const headers = new Headers({ accept: 'application/json' })
    const { clientId, network } = caller
    await caller.authenticate({ clientId, issuer: metadata.issuer, form, headers, seconds: network.seconds })
    if (dpop) headers.set('dpop', await dpop.prove({ method: 'POST', url }))
    const exchange = await network.exchange(url, { method: 'POST', headers, body: form }, signal)
    const hasNonce = dpop?.learn(url, exchange.headers) ?? false
    if (!isSecond && hasNonce && exchange.body['error'] === 'use_dpop_nonce') continue
    throwRefusal(exchange)
    return exchange.body
  }
}

/** The form of values. */
export function formOf(values: FormValues): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== undefined) form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
  return form
}
