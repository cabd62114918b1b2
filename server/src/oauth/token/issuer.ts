import { toUnixSeconds } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { LogoutNotices } from '#/modules/backchannel-logout/index.ts'
import type { ActiveKey, SigningKeys } from '#/modules/signing-keys/index.ts'
import { acrOf } from '#/modules/sessions/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { positionBelowFamily, positionOfDelegated } from '#/modules/tokens/index.ts'
import type { Minted, LineagePosition, TokenClaims, Tokens } from '#/modules/tokens/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { GrantType } from '#/protocol/oauth.ts'
import type { Proof } from '#/oauth/dpop/dpop.ts'
import { BoundTokenStore } from './bound-token-store.ts'
import { ConsumedElsewhere } from './grants/grant.ts'
import type { Authorization } from './grants/grant.ts'
import { signIdToken } from '#/oauth/shared/id-token.ts'
import type { IdTokenClaims } from '#/oauth/shared/id-token.ts'
import { onlyClaims, personClaims } from '#/oauth/shared/person-claims.ts'

/** The token response (RFC 6749 §5.1, RFC 8693 §2.2.1). */
export interface TokenResponse {
  access_token: string
  token_type: 'Bearer' | 'DPoP'
  expires_in: number
  scope: string
  refresh_token?: string
  id_token?: string
  issued_token_type?: string
}

export interface TokenIssuerDeps {
  readonly db: Db
  readonly tokens: Tokens
  readonly signingKeys: SigningKeys
  readonly settings: Settings
  readonly users: Pick<Users, 'find'>
  readonly sessions: Pick<Sessions, 'find'>
  readonly logoutNotices: LogoutNotices
  readonly issuer: string
}

/** What a token has of its request, whatever was authorized. */
interface TokenRequest {
  readonly grantType: GrantType
  readonly jkt: string | null
}

interface PreparedIdToken {
  readonly claims: IdTokenClaims
  readonly key: ActiveKey
}

interface Batch {
  readonly access: Minted
  readonly family: Minted | null
  readonly refreshToken: string | null
}

/** Turns what a grant proved into tokens: mints, consumes and records in one transaction, answers after the commit. */
export class TokenIssuer {
  readonly #deps: TokenIssuerDeps
  readonly #boundTokens: BoundTokenStore
  constructor(deps: TokenIssuerDeps) {
    this.#deps = deps
    this.#boundTokens = new BoundTokenStore(deps.db)
  }

  /** Issues the tokens of an authorization, bound to the key of the proof if there is one. */
  async issue(
    client: Client,
    grantType: GrantType,
    authorization: Authorization,
    proof: Proof | null,
  ): Promise<TokenResponse> {
    const request = { grantType, jkt: proof?.jkt ?? null }
    if (proof && isOwn(authorization)) {
      const batch = await this.#mint(client, claimsOf(client, request, authorization), authorization)
      const { access: minted } = batch
      if (await this.#boundTokens.record({ claim: proof.replayClaim, minted }))
        return this.#answer(batch, authorization, undefined)
    }
    // By itself and first: a proof that was seen before consumes nothing, and whoever is refused later signs a new one.
    await proof?.claim()
    return this.#issue(client, request, authorization)
  }

  async #issue(client: Client, request: TokenRequest, authorization: Authorization): Promise<TokenResponse> {
    // Prepared before anything is consumed: a key that can't be had costs a retry and no code.
    const idToken = await this.#prepareIdToken(client, authorization)
    const batch = await this.#mint(client, claimsOf(client, request, authorization), authorization)
    const instead = await this.#commit(batch, client, authorization)
    return instead ? this.#issue(client, request, instead) : this.#answer(batch, authorization, idToken)
  }

  /** What an ID token needs beside the tokens: the key, and what the granted scopes say of the person. */
  async #prepareIdToken(client: Client, authorization: Authorization): Promise<PreparedIdToken | undefined> {
    const { idToken, userId, scope } = authorization
    if (!idToken) return undefined
    const { signingKeys, users, issuer } = this.#deps
    const user = userId === null ? undefined : await users.find(userId)
    const granted = user ? personClaims(user, scope) : {}
    const person = client.idTokenClaims ? granted : onlyClaims(granted, idToken.claims ?? [])
    const signIn = idToken.signIn ?? (await this.#signInOf(authorization))
    return {
      claims: { issuer, nonce: idToken.nonce, person, signIn },
      key: await signingKeys.active(client.idTokenAlg),
    }
  }

  /** How the person signed in, as long as their session says nothing of a later proof (OpenID Connect Core §12.2). */
  async #signInOf({ sessionId, authenticatedAt }: Authorization): Promise<IdTokenClaims['signIn']> {
    const session = sessionId === null ? undefined : await this.#deps.sessions.find(sessionId)
    if (session?.authenticatedAt !== authenticatedAt) return undefined
    return { acr: acrOf(session.methods), amr: session.methods }
  }

  async #mint(client: Client, claims: TokenClaims, { lineage }: Authorization): Promise<Batch> {
    const { tokens, settings } = this.#deps
    const values = await settings.current()
    const ttlSeconds = client.accessTokenTtlSeconds ?? values['oauth.access_token_ttl_seconds']
    const access = (position?: LineagePosition): Promise<Minted> => tokens.mintAccess(claims, ttlSeconds, position)
    switch (lineage.kind) {
      case 'refresh-family':
        return {
          access: await access(positionBelowFamily(lineage.family)),
          family: null,
          refreshToken: lineage.refreshToken,
        }
      case 'delegated':
        return {
          access: await access(positionOfDelegated(lineage.parent, lineage.notAfter, lineage.above)),
          family: null,
          refreshToken: null,
        }
      case 'root': {
        if (!lineage.family) return { access: await access(), family: null, refreshToken: null }
        const ttl = client.refreshTokenTtlSeconds ?? values['oauth.refresh_token_ttl_seconds']
        const family = tokens.mintFamily(claims, ttl)
        return { access: await access(positionBelowFamily(family.token)), family, refreshToken: family.text }
      }
    }
  }

  /** Records the tokens. Returns what to issue instead, where another request was first and the grant says so. */
  async #commit(
    { access, family }: Batch,
    client: Client,
    authorization: Authorization,
  ): Promise<Authorization | undefined> {
    const { db, tokens, logoutNotices } = this.#deps
    const minted = family ? [family, access] : [access]
    const { consume, consumeAndRecord } = authorization
    // The plain case is one statement, so it needs no transaction around it.
    if (!consume && !family) {
      assertRecorded(await tokens.record(db, access))
      return undefined
    }
    const issued = { rootId: access.token.rootId, accessTokenId: access.token.id }
    const joining = joiningOf(client, authorization)
    if (consumeAndRecord && !joining && (await consumeAndRecord(minted))) return undefined
    try {
      await db.tx(async (tx: Tx) => {
        await consume?.(tx, issued)
        assertRecorded(await tokens.record(tx, ...minted))
        if (joining) await logoutNotices.join(tx, joining)
      })
      return undefined
    } catch (error) {
      if (!(error instanceof ConsumedElsewhere)) throw error
      const instead = await authorization.lost?.()
      if (instead) return instead
      throw error.cause
    }
  }

  async #answer(
    { access, refreshToken }: Batch,
    { answer }: Authorization,
    idToken: PreparedIdToken | undefined,
  ): Promise<TokenResponse> {
    const { token, text } = access
    const response: TokenResponse = {
      access_token: text,
      token_type: token.jkt === null ? 'Bearer' : 'DPoP', // RFC 9449 §5
      expires_in: toUnixSeconds(token.expiresAt) - toUnixSeconds(token.createdAt),
      scope: token.scope,
    }
    if (refreshToken !== null) response.refresh_token = refreshToken
    if (idToken) response.id_token = await signIdToken(access, idToken.claims, idToken.key)
    return { ...response, ...answer }
  }
}

/** Whether a client gets a token for itself and nothing else: a row that hangs on nobody but the client. */
const isOwn = ({ userId, lineage, consume, idToken }: Authorization): boolean =>
  userId === null && lineage.kind === 'root' && !lineage.family && !consume && !idToken

/** A client that learns of a session by an ID token, and asked for it, is told when the session ends. */
function joiningOf({ backchannelLogoutUri, clientId }: Client, { idToken, sessionId, userId }: Authorization) {
  if (backchannelLogoutUri === null || !idToken || sessionId === null || userId === null) return undefined
  return { sessionId, userId, clientId }
}

/** RFC 6749 §5.2: whoever was turned off while the request was on its way gets nothing, not even a token that is dead. */
function assertRecorded(isRecorded: boolean): void {
  if (!isRecorded) throw new OAuthError('invalid_grant', 'The client or the person was deactivated.')
}

const claimsOf = (client: Client, { grantType, jkt }: TokenRequest, authorization: Authorization): TokenClaims => ({
  grantType,
  clientId: client.clientId,
  subject: authorization.subject,
  userId: authorization.userId,
  scope: authorization.scope.join(' '),
  audience: [...authorization.audience],
  jkt,
  sessionId: authorization.sessionId,
  consentId: authorization.consentId,
  policyId: authorization.policyId,
  act: authorization.act,
  authenticatedAt: authorization.authenticatedAt,
})
