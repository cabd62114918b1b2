import { createHash } from 'node:crypto'
import type { Client } from '#/modules/clients/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import { inspect } from '#/platform/validation/picture.ts'
import type { Picture } from '#/platform/validation/picture.ts'
import { ClientLogoStore } from './store.ts'
import type { ClientLogo } from './store.ts'

export interface ClientLogosDeps {
  readonly db: Db
  readonly clock: Clock
  readonly fetch: SafeFetch
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** The largest logo, in bytes: the page shows it 44 pixels wide. */
const MAX_BYTES = 64 * 1024
const MAX_PIXELS = 1024
const MIN_PIXELS = 16
const TIMEOUT_MS = 5000
const HOUR = 3_600_000
/** How soon an address is asked again that gave no picture, and one that did. */
const RETRY_MS = HOUR
const REFRESH_MS = 7 * 24 * HOUR
/** How many are fetched at once; more are left for the next time somebody looks. */
const MAX_UNDERWAY = 10
const TYPES = 'image/png, image/jpeg, image/webp'

/** The logos that clients say they have. */
export class ClientLogos {
  readonly #deps: ClientLogosDeps
  readonly #store: ClientLogoStore
  readonly #underway = new Map<string, Promise<void>>()
  constructor(deps: ClientLogosDeps) {
    this.#deps = deps
    this.#store = new ClientLogoStore(deps.db)
  }

  /** The path of a client's logo on this server. One that is not here yet is fetched meanwhile, for the next time. */
  async pathOf(client: Client): Promise<string | undefined> {
    const source = client.metadata.logo_uri
    if (source === undefined) return undefined
    const known = await this.#store.find(client.clientId)
    const isCurrent = known?.source === source
    if (!isCurrent || known.askAgainAt <= this.#deps.clock.now()) this.#begin(client.clientId, source)
    return isCurrent && known.name !== null ? `/assets/clients/${known.name}` : undefined
  }

  /** A logo by the name it is served under. */
  find(name: string): Promise<ClientLogo | undefined> {
    return this.#store.findByName(name)
  }

  /** Resolves when nothing is being fetched. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway.values())
  }

  #begin(clientId: string, source: string): void {
    if (this.#underway.has(clientId) || this.#underway.size >= MAX_UNDERWAY) return
    const work = this.#fetch(clientId, source)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'the logo of a client could not be kept'))
      .finally(() => this.#underway.delete(clientId))
    this.#underway.set(clientId, work)
  }

  async #fetch(clientId: string, source: string): Promise<void> {
    const now = this.#deps.clock.now()
    if (!(await this.#store.claim(clientId, source, now, now + RETRY_MS))) return
    try {
      const bytes = await this.#read(source)
      const { type, extension } = pictureOf(bytes)
      const name = `${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}.${extension}`
      const content = Buffer.from(bytes).toString('base64')
      await this.#store.keep({ clientId, source, askAgainAt: now + REFRESH_MS, name, type, content })
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof NoLogo)) throw error
      this.#deps.log.warn({ err: error, client_id: clientId, uri: source }, 'the logo of a client could not be read')
    }
  }

  async #read(source: string): Promise<Uint8Array> {
    const headers = { accept: TYPES }
    const response = await this.#deps.fetch(source, { headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    if (response.status !== 200) throw new NoLogo(`the status is ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/** An address gave something that is no logo. */
class NoLogo extends Error {}

/** What the bytes are; its sender's word for them counts for nothing. */
function pictureOf(bytes: Uint8Array): Picture {
  const found = inspect(bytes)
  if (typeof found === 'string') throw new NoLogo(`it is none of ${TYPES}`)
  const sides = [found.width, found.height]
  if (sides.some((side) => side < MIN_PIXELS || side > MAX_PIXELS))
    throw new NoLogo(
      `it is ${found.width} × ${found.height} pixels, and ${MIN_PIXELS} to ${MAX_PIXELS} each way are shown`,
    )
  return found
}
