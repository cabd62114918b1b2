import type { RequestContext } from '#/platform/request-context.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Token } from '#/modules/tokens/index.ts'
import type { ConnectionAt, ConnectionTokens, VaultConnection } from './connection.ts'
import type { VaultConnectionStore } from './connection-store.ts'
import { VaultAuthority } from './authority.ts'
import type { VaultRefusal } from './authority.ts'
import { vaultErrors } from './errors.ts'
import type { VaultGrants } from './grants.ts'
import type { VaultProvider } from './provider.ts'
import type { VaultProviderStore } from './provider-store.ts'
import type { Refresher } from './refresher.ts'
import type { VaultUses } from './uses.ts'
import type { UseOperation, UseOutcome } from './vault-use.ts'

interface VaultRetrievalDeps {
  readonly providers: VaultProviderStore
  readonly store: VaultConnectionStore
  readonly refresher: Refresher
  readonly grants: VaultGrants
  readonly uses: VaultUses
  readonly issuer: string
}

/** What an agent asks for, in whose name. */
interface Wanted {
  readonly token: Token
  readonly providerName: string
  readonly connectionId: string | undefined
  /** What must be there. */
  readonly scopes: readonly string[]
  readonly operation: UseOperation
  /** What else stands against the use of an account; undefined when nothing does. */
  readonly refusal?: (at: ConnectionAt) => AppError | undefined
}

/** What it gets. */
export interface Retrieved {
  readonly provider: VaultProvider
  readonly connection: VaultConnection
  readonly tokens: ConnectionTokens
}

const RETRY_AFTER_SECONDS = '2'

type TokenOfPerson = Token & { readonly userId: string }

function ofPerson(token: Token): TokenOfPerson {
  const { userId } = token
  if (userId === null) throw new AppError(vaultErrors.vault_person_required)
  return { ...token, userId }
}

const shown = ({ id, account, label }: VaultConnection) => ({ id, account, label })

/** Hands out what opens an account elsewhere, to an agent that acts for the person whose account it is. */
export class VaultRetrieval {
  readonly #deps: VaultRetrievalDeps
  constructor(deps: VaultRetrievalDeps) {
    this.#deps = deps
  }

  async retrieve(wanted: Wanted, context: RequestContext): Promise<Retrieved> {
    const { uses, refresher } = this.#deps
    const { scopes, operation } = wanted
    const token = ofPerson(wanted.token)
    const { provider, connection } = await this.#choose({ ...wanted, token }, context)
    const note = (outcome: UseOutcome) => uses.record({ connection, token, operation, outcome }, context)
    const refusal = wanted.refusal?.({ provider, connection })
    if (refusal) {
      await note('call_refused')
      throw refusal
    }
    const missing = scopes.filter((scope) => !connection.scopes.includes(scope))
    if (missing.length > 0) {
      await note('scopes_missing')
      throw this.#withConnectUrl(vaultErrors.vault_scopes_missing, provider, scopes, { missing_scopes: missing })
    }
    const found = await refresher.fresh({ connection, provider })
    if (found.kind === 'fresh') {
      // It was refreshed: that took a while, and the provider may have given more than before.
      if (found.connection.version !== connection.version) {
        await this.#requireAllowed({ ...wanted, token }, { provider, connection: found.connection }, context)
      }
      await note('success')
      return { provider, connection: found.connection, tokens: found.tokens }
    }
    if (found.kind === 'gone') throw this.#notConnected(provider, scopes)
    await note(found.kind)
    if (found.kind === 'upstream_failed') {
      throw new AppError(vaultErrors.vault_upstream_failed, { headers: { 'retry-after': RETRY_AFTER_SECONDS } })
    }
    throw this.#withConnectUrl(vaultErrors.vault_needs_reauth, provider, scopes)
  }

  /** The connection that is meant: one of the token's person, never another's, that its clients may use. */
  async #choose(wanted: Wanted & { readonly token: TokenOfPerson }, context: RequestContext): Promise<ConnectionAt> {
    const { token, providerName, connectionId, scopes } = wanted
    const clientIds = await this.#deps.grants.clientsOf(token)
    const { all, grants } = await this.#deps.store.usableAt({ userId: token.userId, providerName, clientIds })
    const provider = all[0]?.provider ?? (await this.#deps.providers.findByName(providerName))
    if (!provider) throw new AppError(vaultErrors.vault_provider_not_found)
    if (!provider.active) throw new AppError(vaultErrors.vault_provider_disabled)
    const meant = connectionId === undefined ? all : all.filter(({ connection }) => connection.id === connectionId)
    if (meant.length === 0) throw this.#notConnected(provider, scopes)
    const authority = new VaultAuthority(clientIds, grants)
    const judged = meant.map((at) => ({ at, refusal: authority.refusalFor(at) }))
    const usable = judged.filter(({ refusal }) => refusal === undefined)
    const [first] = usable.length > 0 ? usable : judged
    if (first === undefined) throw this.#notConnected(provider, scopes)
    if (first.refusal !== undefined) return this.#refuse(wanted, first.at, first.refusal, context)
    if (usable.length > 1) {
      const connections = usable.map(({ at: { connection } }) => shown(connection))
      throw new AppError(vaultErrors.vault_connection_ambiguous, { details: { connections } })
    }
    return first.at
  }

  async #requireAllowed(
    wanted: Wanted & { readonly token: TokenOfPerson },
    at: ConnectionAt,
    context: RequestContext,
  ): Promise<void> {
    const refusal = (await this.#deps.grants.authorityOf(wanted.token)).refusalFor(at)
    if (refusal !== undefined) await this.#refuse(wanted, at, refusal, context)
  }

  /** Records who was kept from an account, and says who can change that. */
  async #refuse(
    { token, operation }: Wanted,
    { connection, provider }: ConnectionAt,
    refusal: VaultRefusal,
    context: RequestContext,
  ): Promise<never> {
    const { by, clientId, missingScopes } = refusal
    const outcome = by === 'person' ? 'not_granted' : 'not_allowed'
    await this.#deps.uses.record({ connection, token, operation, outcome }, context)
    const details = { provider: provider.name, client_id: clientId, missing_scopes: missingScopes }
    if (by === 'operator') throw new AppError(vaultErrors.vault_client_not_allowed, { details })
    const grantUrl = `${this.#deps.issuer}/account/services/${connection.id}`
    throw new AppError(vaultErrors.vault_grant_missing, { details: { ...details, grant_url: grantUrl } })
  }

  #notConnected(provider: VaultProvider, scopes: readonly string[]): AppError {
    return this.#withConnectUrl(vaultErrors.vault_connection_not_found, provider, scopes)
  }

  /** With the address to show the person. */
  #withConnectUrl(
    code: (typeof vaultErrors)[keyof typeof vaultErrors],
    { name }: VaultProvider,
    scopes: readonly string[],
    more: Record<string, unknown> = {},
  ): AppError {
    const query = scopes.length === 0 ? '' : `?${new URLSearchParams({ scopes: scopes.join(' ') })}`
    const url = `${this.#deps.issuer}/connect/${name}${query}`
    return new AppError(code, {
      details: { provider: name, connect_url: url, ...more },
    })
  }
}
