import type { Db } from '#/platform/db/db.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId } from '#/platform/ids.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { userErrors } from '#/modules/users/index.ts'
import { SsoConnectionStore } from './connection-store.ts'
import { addressesOf } from './connection.ts'
import type { SsoConnection } from './connection.ts'
import { domainOfEmail } from './domain.ts'
import { ssoErrors } from './errors.ts'

interface SsoRoutingDeps {
  readonly db: Db
  readonly limits: Limits
  /** The base URL. */
  readonly issuer: string
}

const LOOKUPS = { burst: 60, periodMs: 60_000 }

/** Where people with an address sign in: it decides by the domain alone, so it tells nothing about who has an account. */
export class SsoRouting {
  readonly #store: SsoConnectionStore
  readonly #issuer: string
  readonly #limits: Limits
  readonly #leads: Snapshot<boolean>
  constructor({ db, limits, issuer }: SsoRoutingDeps) {
    this.#limits = limits
    this.#store = new SsoConnectionStore(db)
    this.#issuer = issuer
    this.#leads = new Snapshot(() => this.#store.anySpeaks())
  }

  /** Whether any address is led to a connection; a second old at most. */
  leadsAnywhere(): Promise<boolean> {
    return this.#leads.current()
  }

  /** Makes the next question look, after this node changed what there is. */
  invalidate(): void {
    this.#leads.invalidate()
  }

  /** The connections for an address, for anybody who asks. Throws `sso_route_not_found` when there is none. */
  async lookUp(email: string, { ip }: Pick<RequestContext, 'ip'>): Promise<SsoConnection[]> {
    if (domainOfEmail(email) === undefined) throw new AppError(userErrors.invalid_email)
    await this.#limits.require(`sso_lookup:${networkOf(ip)}`, LOOKUPS)
    const connections = await this.forEmail(email)
    if (connections.length === 0) throw new AppError(ssoErrors.sso_route_not_found)
    return connections
  }

  /** The connections that are turned on and speak for the domain of an address, by name; none for what is no address. */
  async forEmail(email: string): Promise<SsoConnection[]> {
    const domain = domainOfEmail(email)
    return domain === undefined ? [] : this.#store.listSpeakingFor(domain)
  }

  /** Those of them that are the only way to sign in. */
  async requiredFor(email: string): Promise<SsoConnection[]> {
    return (await this.forEmail(email)).filter(({ required }) => required)
  }

  /** A connection by the id that an application names, if people can use it. */
  async named(id: string): Promise<SsoConnection | undefined> {
    const connection = isId('sso', id) ? await this.#store.find(id) : undefined
    return connection?.enabled === true ? connection : undefined
  }

  /** Where a sign-in through a connection begins. */
  startUrl(connection: SsoConnection): string {
    return addressesOf(this.#issuer, connection).start
  }

  /** Where somebody with an address goes: to the connection, or to the page to choose one from. */
  urlFor(connections: readonly SsoConnection[], email: string): string {
    const [only] = connections
    const hint = new URLSearchParams({ login_hint: email })
    return only !== undefined && connections.length === 1
      ? `${this.startUrl(only)}?${hint}`
      : `${this.#issuer}/sso?${hint}`
  }
}
