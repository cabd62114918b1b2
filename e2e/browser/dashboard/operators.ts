import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dashboardDirectory } from '#/support/dashboard.ts'
import { House } from '#/browser/house.ts'
import type { Visit } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { TestContext } from 'node:test'

/** What people may be who run the server. */
export type Role = 'owner' | 'operator' | 'support' | 'auditor'

const PASSWORD = 'five small boats at anchor'

/** A server with the dashboard, and somebody in each role, who signs in to it. */
export class Console {
  readonly house: House
  #operators = 0

  private constructor(house: House) {
    this.house = house
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<Console> {
    return new Console(await House.open({ MANDATE_DASHBOARD_DIR: dashboardDirectory(), ...env }))
  }

  close(): Promise<void> {
    return this.house.close()
  }

  /** Somebody in a role, signed in and at no page yet; the test fails when a page complained. */
  async operator(t: Pick<TestContext, 'after'>, role: Role = 'owner', options: Visit = {}): Promise<Visitor> {
    const visitor = await this.house.visit(t, options)
    await this.signIn(visitor, role)
    return visitor
  }

  /** Makes somebody in a role and signs them in at a window. */
  async signIn(visitor: Visitor, role: Role): Promise<string> {
    const email = `${role}.${++this.#operators}@example.com`
    const person = { email, name: `Olive ${role}`, password: PASSWORD }
    await this.house.server.admin('POST', '/admin/users', { ...person, email_verified: true, system_role: role })
    await visitor.signIn(person)
    return email
  }

  /** As an hour later: nobody's proof of who they are is fresh any more. */
  ageSessions(): void {
    const db = new DatabaseSync(path.join(this.house.server.dataDir, 'mandate.db'))
    db.exec('PRAGMA busy_timeout = 5000; UPDATE sessions SET authenticated_at = authenticated_at - 3600000')
    db.close()
  }

  /** The password of everybody here who runs the server. */
  get password(): string {
    return PASSWORD
  }
}

/** Opens a screen and waits until all that it asked for is there. */
export async function openScreen(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path)
  await settled(visitor)
}

/** Waits until a screen has its heading and shows nothing that is still loading. */
export async function settled({ page }: Visitor): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(
    () => document.querySelector('main [aria-label="Loading"], main [aria-label="Cargando"]') === null,
  )
}
