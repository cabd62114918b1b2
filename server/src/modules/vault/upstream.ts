import { hash } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Outbound, OutboundRequest } from '#/platform/http-client/outbound.ts'
import type { ConnectionTokens } from './connection.ts'
import type { OpenProvider, UpstreamClient } from './provider.ts'
import { memberAt, membersOf, readTokens, textOf } from './token-answer.ts'
import type { Members, UpstreamTokens } from './token-answer.ts'
import { UpstreamFailure } from './upstream-failure.ts'

interface UpstreamDeps {
  readonly outbound: Pick<Outbound, 'fetch'>
  readonly clock: Clock
}

/** Whose account tokens are for, as the provider tells it. */
export interface UpstreamAccount {
  readonly id: string
  readonly name: string | null
}

const TIMEOUT_MS = 10_000
/** Whoever disconnects waits for it. */
const REVOCATION_TIMEOUT_MS = 3000
const MAX_BYTES = 128 * 1024

/**
 * Our side of OAuth 2.0 with the providers of the vault, their quirks included. `openid-client` holds providers to the
 * standards, so it can't speak to most of these. Every request goes through the guard of outbound requests, follows no
 * redirect, and what comes back is never repeated to anybody. Throws `UpstreamFailure`.
 */
export class Upstream {
  readonly #deps: UpstreamDeps
  constructor(deps: UpstreamDeps) {
    this.#deps = deps
  }

  /** Trades a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5). */
  async redeem(open: OpenProvider, code: string, codeVerifier: string): Promise<UpstreamTokens> {
    const { tokenUrl, quirks } = open.provider
    const answer = await this.#askForTokens(open, tokenUrl ?? '', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: open.callbackUrl,
      code_verifier: codeVerifier,
    })
    return readTokens(answer, quirks, quirks.token_member, this.#deps.clock.now())
  }

  /** Trades a refresh token for tokens (RFC 6749 §6). */
  async refresh(open: OpenProvider, refreshToken: string): Promise<UpstreamTokens> {
    const { tokenUrl, quirks } = open.provider
    const answer = await this.#askForTokens(open, quirks.refresh_url ?? tokenUrl ?? '', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
    // Of those that nest the tokens of a grant, some have the refreshed ones at the top.
    const nested = memberAt(answer, `${quirks.token_member ?? ''}.access_token`) !== undefined
    return readTokens(answer, quirks, nested ? quirks.token_member : undefined, this.#deps.clock.now())
  }

  /** Whose account tokens are for; null where the provider doesn't say, or not to these tokens. */
  async accountOf({ provider: { quirks } }: OpenProvider, tokens: UpstreamTokens): Promise<UpstreamAccount | null> {
    const { account_url: url, account_id: idMember, account_name: nameMember } = quirks
    if (idMember === undefined) return null
    const answer = url === undefined ? tokens.answer : await this.#read(url, tokens.accessToken)
    const id = textOf(memberAt(answer, idMember))
    return id === undefined ? null : { id, name: textOf(memberAt(answer, nameMember ?? '')) ?? null }
  }

  /** Ends tokens at the provider; whether it did, or null where that can't be asked. */
  async revoke(open: UpstreamClient, tokens: ConnectionTokens): Promise<boolean | null> {
    const { quirks, clientId } = open.provider
    if (quirks.revocation_url === undefined) return null
    const url = quirks.revocation_url.replaceAll('{client_id}', encodeURIComponent(clientId ?? ''))
    const limits = { redirect: 'manual', timeoutMs: REVOCATION_TIMEOUT_MS, maxBytes: MAX_BYTES, cut: true } as const
    try {
      const answer = await this.#deps.outbound.fetch(url, { ...this.#revocation(open, tokens), ...limits })
      return answer.ok && membersOf(parsed(await answer.text()))['ok'] !== false
    } catch (error) {
      if (error instanceof OutboundError) return false
      throw error
    }
  }

  #revocation(open: UpstreamClient, { accessToken, refreshToken }: ConnectionTokens): OutboundRequest {
    const { revocation_style: style = 'rfc7009' } = open.provider.quirks
    const token = refreshToken ?? accessToken
    const asJson = { ...JSON_HEADERS, ...basicOf(open) }
    if (style === 'bearer') return { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } }
    if (style === 'json') return { method: 'POST', headers: asJson, body: JSON.stringify({ token }) }
    if (style === 'github') {
      return { method: 'DELETE', headers: asJson, body: JSON.stringify({ access_token: accessToken }) }
    }
    const { headers, fields } = this.#credentials(open)
    const body = new URLSearchParams({ token, ...fields })
    return { method: 'POST', headers: { ...FORM_HEADERS, ...headers }, body: body.toString() }
  }

  async #askForTokens(open: OpenProvider, url: string, members: Record<string, string>): Promise<Members> {
    const { quirks } = open.provider
    const { headers, fields } = this.#credentials(open)
    const all = { ...members, ...fields }
    const isJson = quirks.token_request_format === 'json'
    const answer = await this.#send(url, {
      method: 'POST',
      headers: { ...(isJson ? JSON_HEADERS : FORM_HEADERS), ...headers },
      body: isJson ? JSON.stringify(all) : new URLSearchParams(all).toString(),
    })
    const error = errorOf(answer.members, answer.status)
    if (error === undefined) return answer.members
    const isOver = error === 'invalid_grant' || quirks.reauth_errors?.includes(error) === true
    throw new UpstreamFailure(isOver ? 'over' : 'failed', `the token endpoint answered ${answer.status} ${error}`)
  }

  async #read(url: string, accessToken: string): Promise<unknown> {
    const { status, json } = await this.#send(url, {
      method: 'GET',
      headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    })
    // Scopes that were given may not reach as far as saying who it is.
    if (status === 401 || status === 403) return {}
    if (status !== 200) throw new UpstreamFailure('failed', `the account could not be read: ${status}`)
    return json
  }

  async #send(
    url: string,
    request: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<{ status: number; json: unknown; members: Members }> {
    try {
      const limits = { redirect: 'manual', timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES } as const
      const answer = await this.#deps.outbound.fetch(url, { ...request, ...limits })
      const json = parsed(await answer.text())
      return { status: answer.status, json, members: membersOf(json) }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      throw new UpstreamFailure('failed', `${error.reason}: ${error.message}`, error)
    }
  }

  #credentials(open: UpstreamClient): { headers: Record<string, string>; fields: Record<string, string> } {
    const { clientId, quirks } = open.provider
    if (quirks.token_endpoint_auth_method === 'client_secret_basic') return { headers: basicOf(open), fields: {} }
    return { headers: {}, fields: { client_id: clientId ?? '', client_secret: open.secret } }
  }
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' }
const FORM_HEADERS = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }

/** Where people allow us to act for them (RFC 6749 §4.1.1). */
export function authorizationUrl(
  { provider, callbackUrl }: Pick<OpenProvider, 'provider' | 'callbackUrl'>,
  asked: { readonly state: string; readonly codeVerifier: string; readonly scopes: readonly string[] },
): string {
  const { authUrl, clientId, extraAuthParams, quirks } = provider
  const url = new URL(authUrl ?? '')
  const { scope_parameter: scopeParameter = 'scope', scope_separator: separator = ' ' } = quirks
  const parameters = {
    ...extraAuthParams,
    response_type: 'code',
    client_id: clientId ?? '',
    redirect_uri: callbackUrl,
    ...(asked.scopes.length === 0 ? {} : { [scopeParameter]: asked.scopes.join(separator) }),
    state: asked.state,
    code_challenge: hash('sha256', asked.codeVerifier, 'base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** RFC 6749 §2.3.1: both halves are form-encoded first. */
function basicOf({ provider: { clientId }, secret }: UpstreamClient): { authorization: string } {
  const pair = [clientId ?? '', secret].map((half) => new URLSearchParams({ x: half }).toString().slice(2)).join(':')
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** What went wrong by its code, also when it comes with a 200; undefined when nothing did. */
function errorOf(members: Members, status: number): string | undefined {
  const code = textOf(members['error']) ?? (status === 200 ? undefined : textOf(members['status']))
  if (code !== undefined) return code
  if (status !== 200 || members['ok'] === false) return 'unknown'
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
