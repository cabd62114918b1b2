import type { Static, TObject } from 'typebox'
import type { Client } from '#/modules/clients/index.ts'
import type { Act, Forebear, Minted, Token } from '#/modules/tokens/index.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { GrantType } from '#/protocol/oauth.ts'

/** What a grant receives: who asks, with which parameters, holding which key. Everything else was checked before. */
export interface GrantRequest<P extends TObject> {
  readonly client: Client
  readonly params: Static<P>
  /** Targets asked for with `resource` (RFC 8707) or `audience` (RFC 8693), which may repeat. */
  readonly targets: readonly string[]
  /** Thumbprint of the key the request proved to hold, or null without a DPoP proof. */
  readonly jkt: string | null
  /** The client as the one who acts, for events. */
  readonly actor: Actor
}

/** What a grant knows of the ID token that is due. */
export interface IdTokenRequest {
  readonly nonce: string | null
  /** Single claims about the person that the client asked for. */
  readonly claims?: readonly string[]
  /** How the person signed in, where that was written down; else the session is asked. */
  readonly signIn?: { readonly acr: string; readonly amr: readonly string[] }
}

/** What a grant proved: for whom, how far, and what must be consumed when the tokens are recorded. */
export interface Authorization {
  /** The `sub` of the tokens: a user id, or the client_id when the client acts for itself. */
  readonly subject: string
  readonly userId: string | null
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  readonly sessionId: string | null
  readonly consentId: string | null
  readonly policyId: string | null
  /** When the person proved who they are, epoch milliseconds. */
  readonly authenticatedAt: number | null
  readonly act: Act | null
  /** Where the tokens stand: at the root of a new family, below a refresh token, or delegated from a token. */
  readonly lineage:
    | { readonly kind: 'root'; readonly family: boolean }
    | { readonly kind: 'refresh-family'; readonly family: Token; readonly refreshToken: string }
    | {
        readonly kind: 'delegated'
        readonly parent: Token
        readonly notAfter: number
        /** What the parent was delegated from; undefined when it was not. */
        readonly above: readonly Forebear[] | undefined
      }
  /** Present when an ID token is due. */
  readonly idToken?: IdTokenRequest
  /** Further members of the token response. */
  readonly answer?: Readonly<Record<string, unknown>>
  /**
   * Runs in the transaction that records the tokens, before they are written: the one conditional write that decides
   * who won. Throws an OAuthError to leave everything as it was.
   */
  readonly consume?: (tx: Tx, issued: Issued) => Promise<void>
  /**
   * The same and the tokens recorded by one statement, for when nothing else is to be recorded with them. False when it wrote
   * nothing, for whatever reason: the transaction comes to it.
   */
  readonly consumeAndRecord?: (minted: readonly Minted[]) => Promise<boolean>
  /**
   * Runs when `consume` lost: for instance ends the family of a code that was used twice. What it returns is issued
   * instead; without it the error of the loss is the response.
   */
  readonly lost?: () => Promise<Authorization | undefined>
}

/** What `consume` may need to know of the tokens being recorded. */
export interface Issued {
  /** The root of the new tokens' family. */
  readonly rootId: string
  readonly accessTokenId: string
}

/** Thrown by `consume` when another request was first; `lost` runs after the rollback, and decides. */
export class ConsumedElsewhere extends Error {}

/**
 * One way to earn a token. It proves its own claim and returns a value; it reads no header, signs nothing and writes
 * no response. Errors are OAuthErrors.
 */
export interface Grant<P extends TObject = TObject> {
  authorize(request: GrantRequest<P>): Promise<Authorization>
}

/** What is known of a grant before there is a server: the document is made from it. */
export interface GrantDefinition {
  readonly type: GrantType
  /** The parameters it reads, all text; the token endpoint refuses a request that lacks a required one. */
  readonly params: TObject
}

/** A grant of a server, with its definition. */
export interface BuiltGrant extends GrantDefinition {
  readonly grant: Grant
}
