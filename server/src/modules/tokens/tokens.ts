import { toUnixSeconds } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { equalDigests } from '#/platform/crypto/secrets.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events, PreparedEvent } from '#/platform/audit/events.ts'
import { newId } from '#/platform/ids.ts'
import type { GrantType } from '#/protocol/oauth.ts'
import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import { readAccessToken, signAccessToken } from './access-token.ts'
import { eventCounts } from './counts.ts'
import type { RevocationCounts } from './counts.ts'
import { tokenReuseDetected, tokenRevoked } from './events.ts'
import { rootPosition } from './lineage.ts'
import type { LineagePosition } from './lineage.ts'
import { DelegationStore } from './delegation-store.ts'
import { chainOf, livingDelegationChains } from './delegation-chains.ts'
import type { DelegationChain } from './delegation-chains.ts'
import { looksLikeRefreshToken, readRefreshToken, refreshTokenText } from './refresh-token-format.ts'
import type { TokenRevocations } from './revocations.ts'
import type { TokenSelector } from './selectors.ts'
import type { FoundWithLine, LivingTokens, TokenStore } from './store.ts'
import type { Act, Token } from './token.ts'

/** How far the clock of the node that issued a token may be ahead of ours (RFC 8725 §3, ASVS 9.2). */
const CLOCK_TOLERANCE_MS = 60_000

export interface TokensDeps {
  readonly db: Db
  readonly store: TokenStore
  readonly revocations: TokenRevocations
  readonly keyring: Keyring
  readonly signingKeys: SigningKeys
  readonly events: Events
  readonly clock: Clock
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
}

/** What a token says, before it has an id, a position and a lifetime. */
export interface TokenClaims {
  readonly grantType: GrantType
  readonly clientId: string
  readonly subject: string
  readonly userId: string | null
  readonly scope: string
  readonly audience: string[]
  readonly jkt: string | null
  readonly sessionId: string | null
  readonly consentId: string | null
  readonly policyId: string | null
  readonly act: Act | null
  readonly authenticatedAt: number | null
}

/** A token ready to be recorded, with the text its holder will present. */
export interface Minted {
  readonly token: Token
  readonly text: string
}

/** Why a presented refresh token can't be used. */
export type RefreshVerdict =
  | { readonly kind: 'current' | 'grace'; readonly family: Token }
  | { readonly kind: 'reused'; readonly family: Token }
  | { readonly kind: 'unknown' }

/** Issues, finds and ends tokens; keeps every one in its lineage. */
export class Tokens {
  readonly #deps: TokensDeps & { readonly delegations: DelegationStore }
  constructor(deps: TokensDeps) {
    this.#deps = { ...deps, delegations: new DelegationStore(deps.db) }
  }

  /** Makes an access token without recording it. `ttlSeconds` is cut to the life of its parent. */
  async mintAccess(claims: TokenClaims, ttlSeconds: number, position?: LineagePosition): Promise<Minted> {
    const { clock, keyring, signingKeys, issuer } = this.#deps
    const key = await signingKeys.active()
    const draft = this.#draft('access', claims, ttlSeconds, clock.now(), position)
    const unsigned = { ...draft, signedBy: key.kid }
    const text = signAccessToken(unsigned, issuer, key, position?.ancestors)
    return { token: { ...unsigned, fingerprint: keyring.mac('token', text) }, text }
  }

  /** Makes the first refresh token of a new family, which the access tokens of the grant will descend from. */
  mintFamily(claims: TokenClaims, ttlSeconds: number): Minted {
    const { clock, keyring } = this.#deps
    const draft = this.#draft('refresh', claims, ttlSeconds, clock.now())
    const text = refreshTokenText(keyring, draft.id, 0)
    return { token: { ...draft, fingerprint: keyring.mac('token', text) }, text }
  }

  #draft(kind: Token['kind'], claims: TokenClaims, ttlSeconds: number, now: number, position?: LineagePosition): Token {
    const id = newId('tok', now)
    const { parentId, rootId, depth, delegator, notAfter } = position ?? rootPosition(id)
    // Claims are whole seconds, so a life is too: a token is never alive here and expired for whoever reads its `exp`.
    const end = Math.min(toUnixSeconds(now) + ttlSeconds, toUnixSeconds(notAfter))
    return {
      ...claims,
      id,
      kind,
      parentId,
      rootId,
      depth,
      delegator,
      fingerprint: '',
      signedBy: null,
      generation: 0,
      rotatedAt: null,
      createdAt: now,
      expiresAt: end * 1000,
      revokedAt: null,
      revokedReason: null,
    }
  }

  /**
   * Records minted tokens; false when a client or person is not active at this moment, and then the caller undoes its
   * transaction. With the database instead of a transaction it is one durable statement each.
   */
  async record(queries: Queries, ...minted: readonly Minted[]): Promise<boolean> {
    for (const { token } of minted) if (!(await this.#deps.store.insert(queries, token))) return false
    return true
  }

  /**
   * The living access token a text is, or undefined. Everything is checked at use (rule G4): that we issued exactly
   * this text, that it is unexpired and unrevoked, that its client, person, consent, policy and ancestors live.
   */
  async authenticate(text: string): Promise<Token | undefined> {
    return (await this.#authenticate(text, (id) => this.#findLiving(id)))?.token
  }

  /** The same with what the token was delegated from, for whoever extends its line. */
  authenticateWithLine(text: string): Promise<FoundWithLine | undefined> {
    const { store, clock } = this.#deps
    return this.#authenticate(text, (id) => store.findLivingWithLine(id, clock.now()))
  }

  async #authenticate<F extends { token: Token; isLiving: boolean }>(
    text: string,
    find: (id: string) => Promise<F | undefined>,
  ): Promise<F | undefined> {
    const claim = readAccessToken(text)
    const found = claim && (await find(claim.id))
    // Token identity is the parsed jti, authenticity is the keyed hash of the one spelling we issued: a signature that
    // verifies in another spelling, or a foreign token with a stolen jti, does not match it.
    if (!claim || !found || found.token.kind !== 'access') return undefined
    if (!equalDigests(found.token.fingerprint, this.#deps.keyring.mac('token', text))) return undefined
    // What others can't verify any more we don't accept either: the key set no longer holds the key.
    if (!(await this.#deps.signingKeys.find(claim.kid))) return undefined
    // A clock that went back would bring expired tokens to life again; they would come from the future.
    if (found.token.createdAt > this.#deps.clock.now() + CLOCK_TOLERANCE_MS) return undefined
    return found.isLiving ? found : undefined
  }

  /** The living refresh token family a text is the current token of, or undefined. Does not count as a use. */
  async authenticateRefresh(text: string): Promise<Token | undefined> {
    const claim = readRefreshToken(this.#deps.keyring, text)
    const found = claim && (await this.#findLiving(claim.familyId))
    if (!claim || !found || found.token.generation !== claim.generation) return undefined
    return found.isLiving ? found.token : undefined
  }

  /** Whether a token that was authenticated before still lives. */
  async isLiving(id: string): Promise<boolean> {
    return (await this.#findLiving(id))?.isLiving === true
  }

  #findLiving(id: string): ReturnType<TokenStore['findLiving']> {
    return this.#deps.store.findLiving(id, this.#deps.clock.now())
  }

  /**
   * What a presented refresh token is. `graceMs` is how long after a rotation the token just replaced may fetch the
   * same successor once more; the caller decides for whom.
   */
  async judgeRefresh(text: string, graceMs: number): Promise<RefreshVerdict> {
    const claim = readRefreshToken(this.#deps.keyring, text)
    const found = claim && (await this.#findLiving(claim.familyId))
    if (!claim || !found?.isLiving) return { kind: 'unknown' }
    return { kind: this.#turnOf(found.token, claim.generation, graceMs), family: found.token }
  }

  #turnOf(family: Token, generation: number, graceMs: number): 'current' | 'grace' | 'reused' {
    if (generation === family.generation) return 'current'
    const age = this.#deps.clock.now() - (family.rotatedAt ?? Number.NEGATIVE_INFINITY)
    // A clock that went backwards makes the age negative: no grace then.
    const lostAnswer = generation === family.generation - 1 && age >= 0 && age < graceMs
    return lostAnswer ? 'grace' : 'reused'
  }

  /** The text that follows a family's current token. */
  successorText(family: Token): string {
    return refreshTokenText(this.#deps.keyring, family.id, family.generation + 1)
  }

  /** The text of a family's current token, for the grace that repeats a lost answer. */
  currentText(family: Token): string {
    return refreshTokenText(this.#deps.keyring, family.id, family.generation)
  }

  /**
   * Consumes the current token of a family by one conditional write; false when someone else was first. The family is
   * bound to the key of this request from now on, and `successor` is its token.
   */
  async rotate(tx: Tx, family: Token, jkt: string | null, successor: string): Promise<boolean> {
    const { store, keyring, clock } = this.#deps
    return store.rotate(tx, family, { fingerprint: keyring.mac('token', successor), jkt }, clock.now())
  }

  /**
   * The same, with the access token it is answered with, both or neither. Where nothing else belongs to it, this spares the
   * transaction.
   */
  renew(family: Token, jkt: string | null, successor: string, access: Minted): Promise<boolean> {
    const { store, keyring, clock } = this.#deps
    const next = { fingerprint: keyring.mac('token', successor), jkt }
    return store.renew({ family, next, access: access.token, now: clock.now() })
  }

  /**
   * Whether a token can get a child now; holds it against revocation until the transaction ends, so that either the
   * revocation waits and counts the child, or the child is not made.
   */
  holdAlive(tx: Tx, id: string): Promise<boolean> {
    return this.#deps.store.holdLiving(tx, id, this.#deps.clock.now())
  }

  /**
   * Records what a token was exchanged for with the event that tells of it, or neither: false when something that allows it
   * ended or is about to; then a transaction finds out what `holdAlive` and the others say.
   */
  recordDelegated({ token }: Minted, event: PreparedEvent): Promise<boolean> {
    return this.#deps.delegations.record({ token, event, now: this.#deps.clock.now() })
  }

  /** The clients a token went through, the one that acts now last; undefined when what it descends from is gone. */
  async delegationChainOf(token: Token): Promise<DelegationChain | undefined> {
    const { store, db } = this.#deps
    const root = token.depth === 0 ? token : await store.find(db, token.rootId)
    return root && chainOf(root.clientId, token.act)
  }

  /** Ends everything a selector reaches, in the caller's transaction; the caller records the event with the counts. */
  revoke(tx: Tx, selector: TokenSelector, reason: string): Promise<RevocationCounts> {
    return this.#deps.revocations.revoke(tx, selector, reason, this.#deps.clock.now())
  }

  /** Tells verifiers that every token goes with its row, in the transaction that takes the rows away. */
  tellOfReset(tx: Tx): Promise<void> {
    return this.#deps.revocations.tellOfReset(tx, this.#deps.clock.now())
  }

  /** Lets the living tokens of one session be those of another: the same person signed in again. */
  handOver(tx: Tx, from: string, to: string): Promise<void> {
    return this.#deps.store.handOver(tx, from, to, this.#deps.clock.now())
  }

  /** The dry run of `revoke`. */
  count(selector: TokenSelector): Promise<RevocationCounts> {
    return this.#deps.revocations.count(selector, this.#deps.clock.now())
  }

  /**
   * Revokes one token of a client at its own wish, with its descendants; answers the counts. It is recorded when others
   * ended with it: the end of a single one is the plain life of a token, whose row is the record.
   */
  async revokeOne(token: Token, reason: string, actor: Actor): Promise<RevocationCounts> {
    return this.#deps.db.tx(async (tx) => {
      const counts = await this.revoke(tx, { by: 'token', id: token.id }, reason)
      if (counts.total <= 1) return counts
      await this.#deps.events.record(tx, tokenRevoked, {
        actor,
        target: { type: 'token', id: token.id },
        data: { ...eventCounts(counts), client_id: token.clientId, reason },
      })
      return counts
    })
  }

  /** RFC 9700 §4.14.2, RFC 6749 §4.1.2: a used code or refresh token came back, so its whole family ends. */
  async revokeFamily(
    rootId: string,
    kind: 'authorization_code' | 'refresh_token' | 'device_code',
    actor: Actor,
  ): Promise<void> {
    await this.#deps.db.tx(async (tx) => {
      const counts = await this.revoke(tx, { by: 'token', id: rootId }, `${kind}_reuse`)
      if (counts.total === 0) return
      await this.#deps.events.record(tx, tokenReuseDetected, {
        actor,
        target: { type: 'token', id: rootId },
        result: 'denied',
        data: { ...eventCounts(counts), client_id: actor.id, kind },
      })
    })
  }

  /**
   * The token a client wants to end: of either kind, in any state. Undefined for anything that is not ours, such as a
   * forged token with a victim's jti.
   */
  async findPresented(text: string): Promise<Token | undefined> {
    const { db, store, keyring } = this.#deps
    if (looksLikeRefreshToken(text)) {
      const claim = readRefreshToken(keyring, text)
      return claim && store.find(db, claim.familyId)
    }
    const claim = readAccessToken(text)
    const token = claim && (await store.find(db, claim.id))
    return token && equalDigests(token.fingerprint, keyring.mac('token', text)) ? token : undefined
  }

  /** The living tokens of a person by client. */
  livingByClient(userId: string): Promise<Map<string, LivingTokens>> {
    return this.#deps.store.livingByClient(userId, this.#deps.clock.now())
  }

  /** Who acts for a person through whom: the chains their living tokens stand in. */
  delegationChainsOf(userId: string): Promise<DelegationChain[]> {
    return livingDelegationChains(this.#deps.db, userId, this.#deps.clock.now())
  }

  /** A token by its id, in any state. */
  find(id: string): Promise<Token | undefined> {
    return this.#deps.store.find(this.#deps.db, id)
  }
}
