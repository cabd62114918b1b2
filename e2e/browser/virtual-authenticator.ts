import type { CDPSession, Page } from 'playwright-core'
import type { Visitor } from './visitor.ts'

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

/** Makes a passkey on the page for that, and answers the device that holds it. */
export async function addPasskey(visitor: Visitor): Promise<VirtualAuthenticator> {
  const device = await VirtualAuthenticator.plugInto(visitor.page)
  await visitor.enter({ name: 'Laptop' })
  await visitor.leave(() => visitor.page.locator('[data-passkey=register] button').click())
  return device
}
