import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { chromiumArguments, findChromium } from '#/support/chromium.ts'
import { Server } from '#/support/server.ts'
import { Application } from './application.ts'
import { FakeProvider } from './fake-provider.ts'
import { Visitor } from './visitor.ts'
import type { TestContext } from 'node:test'

const TIMEOUT_MS = 30_000

/** How somebody comes to visit. */
export interface Visit extends BrowserContextOptions {
  /** Whether their browser runs scripts. */
  readonly scripts?: boolean
}

interface Mail {
  readonly subject: string
  readonly html: string
}

/** A server in a process of its own with everybody around it: Chromium, an application, a provider, an inbox. */
export class House {
  readonly server: Server
  readonly application: Application
  readonly provider: FakeProvider
  readonly #chromium: Browser
  #visitors = 0

  private constructor(server: Server, application: Application, provider: FakeProvider, browser: Browser) {
    this.server = server
    this.application = application
    this.provider = provider
    this.#chromium = browser
  }

  /** Starts all of it, with what is configured besides. */
  static async open(env: Readonly<Record<string, string>> = {}): Promise<House> {
    const executablePath = findChromium()
    assert.ok(executablePath, 'no Chromium was found; name one with MANDATE_TEST_CHROMIUM')
    // Everybody comes from an address of their own, so that limits of one say nothing about another.
    const server = await Server.start({ env: { MANDATE_TRUSTED_PROXIES: '127.0.0.1,::1', ...env } })
    const [application, provider, browser] = await Promise.all([
      Application.open(server),
      FakeProvider.open(server),
      chromium.launch({ executablePath, args: chromiumArguments() }),
    ])
    return new House(server, application, provider, browser)
  }

  /** The link that makes the first owner, as the server printed it when it began. */
  get setUpLink(): string {
    return /\S+\/setup\?token=\w+/.exec(this.server.output)?.[0] ?? ''
  }

  async close(): Promise<void> {
    await Promise.all([this.#chromium.close(), this.application.close(), this.provider.close()])
    await this.server.remove()
  }

  /** Somebody with a window of their own, until the test ends; the test fails when a page complained. */
  async visit(t: Pick<TestContext, 'after'>, options: Visit = {}): Promise<Visitor> {
    const visitor = await this.newVisitor(options)
    t.after(async () => {
      await visitor.context.close()
      visitor.assertCalm()
    })
    return visitor
  }

  /** The same, for whoever closes the window themselves. */
  async newVisitor({ scripts = true, ...options }: Visit = {}): Promise<Visitor> {
    const number = ++this.#visitors
    const context = await this.#chromium.newContext({
      // As people have it: without a window Chromium calls itself HeadlessChrome.
      userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${this.#chromium.version()} Safari/537.36`,
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
      javaScriptEnabled: scripts,
      extraHTTPHeaders: { 'x-forwarded-for': `203.0.${number >> 8}.${number & 255}` },
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    // What a policy blocks, or would block, is a complaint of the page.
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`${event.violatedDirective} (${event.disposition}): ${event.blockedURI} at ${event.sourceFile}`)
      })
    })
    const prove = async (id: string): Promise<void> =>
      void (await this.server.admin('PATCH', `/users/${id}`, { email_verified: true }))
    return new Visitor(await context.newPage(), this.server.url, prove)
  }

  /** The link of the newest message to an address; waits until one has arrived. */
  linkTo(email: string): Promise<string> {
    return this.#newestLink(email, () => true)
  }

  /** The link of the next message after one that is known. */
  linkAfter(known: string, email: string): Promise<string> {
    return this.#newestLink(email, (link) => link !== known)
  }

  #newestLink(email: string, fits: (link: string) => boolean): Promise<string> {
    return this.mailTo(email, (mails) => {
      const [link] = mails.flatMap(({ html }) => /href="([^"]*token=[^"]*)"/.exec(html)?.[1] ?? [])
      return link !== undefined && fits(link) ? link.replaceAll('&amp;', '&') : undefined
    })
  }

  /** What is looked for in the messages to an address, newest first; waits until it has arrived. */
  async mailTo(email: string, find: (mails: readonly Mail[]) => string | undefined): Promise<string> {
    const deadline = performance.now() + TIMEOUT_MS
    const query = new URLSearchParams({ to: email })
    while (performance.now() < deadline) {
      const { data } = await this.server.admin<{ data: Mail[] }>('GET', `/admin/dev/emails?${query}`)
      const found = find(data)
      if (found !== undefined) return found
      await sleep(20)
    }
    throw new Error(`no such message came to ${email}`)
  }
}
