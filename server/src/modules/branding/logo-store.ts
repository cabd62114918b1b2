import { createHash } from 'node:crypto'
import { logoOf } from './logo.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Asset } from './brand.ts'
import type { BrandingStore } from './store.ts'

// Messages that were sent show the logo of their day.
const KEPT_LOGOS = 5

/** Keeps pictures under names made from their bytes: the last few, and those that are used. */
export class LogoStore {
  readonly #store: BrandingStore
  readonly #clock: Clock
  constructor(store: BrandingStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** What the bytes are; what is no picture, or too large to show, is refused. */
  read(bytes: Uint8Array): Asset {
    const { type, extension, width, height } = logoOf(bytes)
    const name = `${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}.${extension}`
    const content = Buffer.from(bytes).toString('base64')
    return { name, type, width, height, size: bytes.length, content, createdAt: this.#clock.now() }
  }

  async keep(tx: Tx, picture: Asset, used: readonly (string | null)[]): Promise<void> {
    await this.#store.keep(tx, { ...picture, createdAt: this.#clock.now() })
    await this.#store.forgetAllBut(tx, KEPT_LOGOS, used)
  }
}
