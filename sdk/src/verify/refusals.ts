import { AccessError } from './errors.ts'
import type { Challenge } from './errors.ts'

interface Api {
  readonly metadataUrl: string
  readonly proofAlgorithms: readonly string[]
  readonly requireDpop: boolean
}

interface Refusal {
  readonly code: string
  readonly reason: string
  readonly message?: string
  readonly status?: number
  /** Whether the caller used, or has to use, a token that is bound to a key. */
  readonly isBound?: boolean
  readonly parameters?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** How an API refuses, with what a caller can do about it. */
export class Refusals {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** RFC 6750 §3.1: whoever sent nothing is told how, and no error. */
  missing(): AccessError {
    const message = 'This needs an access token.'
    return new AccessError({ code: 'unauthorized', message, status: 401, challenges: this.#challenges({}, false) })
  }

  /** A request that says two things, or nothing that can be read (RFC 6750 §3.1). */
  unreadable(reason: string): AccessError {
    return this.#refused({ code: 'invalid_request', reason, status: 400 })
  }

  /** A token that is none. */
  invalid(reason: string, { isBound = false, cause }: Pick<Refusal, 'isBound' | 'cause'> = {}): AccessError {
    const message = 'The access token is not good here: expired, ended, or meant for somebody else.'
    return this.#refused({ code: 'invalid_token', reason, message, isBound, cause })
  }

  /** A proof that is none. Whoever sends it has the token already, and may know what is wrong. */
  badProof(reason: string, cause?: unknown): AccessError {
    const message = `The DPoP proof was refused: ${reason}.`
    return this.#refused({ code: 'invalid_dpop_proof', reason, message, isBound: true, cause })
  }

  /** A proof without the nonce that is wanted (RFC 9449 §9). */
  wantsNonce(nonce: string): AccessError {
    const reason = 'the proof lacks the nonce of this server'
    return this.#refused({ code: 'use_dpop_nonce', reason, isBound: true, headers: { 'DPoP-Nonce': nonce } })
  }

  /** A good token that may not do this (RFC 6750 §3.1). */
  insufficientScope(scopes: readonly string[], isBound: boolean): AccessError {
    const scope = scopes.join(' ')
    const reason = `it lacks one of ${scope}`
    return this.#refused({ code: 'insufficient_scope', reason, status: 403, isBound, parameters: { scope } })
  }

  /** A good token of a sign-in that is too old or too weak for this (RFC 9470 §3). */
  insufficientAuthentication(parameters: Readonly<Record<string, string>>, isBound: boolean): AccessError {
    const message = 'The person has to sign in again, or more strongly.'
    const reason = `the sign-in is not enough: ${Object.keys(parameters).join(', ')}`
    return this.#refused({ code: 'insufficient_user_authentication', reason, message, isBound, parameters })
  }

  /** Nobody knows whether the token is good: then it is not. */
  unavailable(reason: string, cause?: unknown): AccessError {
    const message = 'The access token can not be checked at the moment.'
    const headers = { 'Retry-After': '5' }
    return new AccessError({ code: 'temporarily_unavailable', message, status: 503, reason, headers, cause })
  }

  #refused({ code, reason, message, status = 401, isBound = false, parameters, headers, cause }: Refusal): AccessError {
    const said = message ?? `Refused: ${reason}.`
    const challenges = this.#challenges({ error: code, error_description: said, ...parameters }, isBound)
    return new AccessError({ code, message: said, status, reason, challenges, headers, cause })
  }

  /** The schemes that this API takes; the error stands at the one that was used (RFC 9449 §7.1). */
  #challenges(parameters: Readonly<Record<string, string>>, isBound: boolean): readonly Challenge[] {
    const { metadataUrl, proofAlgorithms, requireDpop } = this.#api
    const metadata = { resource_metadata: metadataUrl }
    const algs = proofAlgorithms.join(' ')
    const bound = { ...(isBound || requireDpop ? parameters : {}), algs, ...metadata }
    const bearer = { ...(isBound ? {} : parameters), ...metadata }
    const dpop: Challenge = { scheme: 'DPoP', parameters: bound }
    return requireDpop ? [dpop] : [{ scheme: 'Bearer', parameters: bearer }, dpop]
  }
}
