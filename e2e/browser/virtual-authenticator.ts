import type { CDPSession, Page } from 'playwright-core'

const DEVICE = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** The device that keeps the passkeys of a window; it knows its user, and says yes to everything. */
export class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #id: string

  private constructor(session: CDPSession, id: string) {
    this.#session = session
    this.#id = id
  }

  /** Plugs one in. */
  static async plugInto(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** How many passkeys it holds. */
  async count(): Promise<number> {
    return (await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials.length
  }
}
