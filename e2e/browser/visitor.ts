import assert from 'node:assert/strict'
import type { BrowserContext, ConsoleMessage, Locator, Page } from 'playwright-core'
import type { Person } from '#/support/browser.ts'

/** The values of a form by the names of their fields. */
export type Values = Readonly<Record<string, string>>

/** Somebody at a window of Chromium, who notices when a page complains. */
export class Visitor {
  readonly page: Page
  readonly #origin: string
  readonly #prove: (id: string) => Promise<void>
  #complaints: string[] = []
  #csrf = ''

  constructor(page: Page, origin: string, prove: (id: string) => Promise<void>) {
    this.page = page
    this.#origin = origin
    this.#prove = prove
    page.on('console', (message) => this.#hear(message))
    page.on('pageerror', (error) => void this.#complaints.push(`script: ${error.message}`))
    page.on('response', (response) => {
      if (response.status() >= 500) this.#complaints.push(`${response.status()} from ${response.url()}`)
    })
  }

  /** The same person at another tab. */
  at(page: Page): Visitor {
    return new Visitor(page, this.#origin, this.#prove)
  }

  get context(): BrowserContext {
    return this.page.context()
  }

  get url(): URL {
    return new URL(this.page.url())
  }

  get heading(): Locator {
    return this.page.locator('h1')
  }

  /** Types an address, or a path of the server; answers the status. */
  async open(address: string): Promise<number> {
    const response = await this.page.goto(new URL(address, this.#origin).href)
    return response?.status() ?? 0
  }

  async enter(values: Values): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.#field(name).fill(value)
  }

  /** Fills what is asked and sends it with the button of that value, or the only one that sends these fields. */
  async submit(values: Values = {}, value?: string): Promise<void> {
    await this.enter(values)
    const [first] = Object.keys(values)
    const form = first === undefined ? this.page.locator('main form') : this.#formOf(first)
    const button = form.locator(value === undefined ? '[type=submit]' : `[type=submit][value="${value}"]`)
    await this.leave(() => button.first().click())
  }

  /** The same for pages of many forms: the first one that is sent to such a path. */
  async submitTo(path: string, values: Values = {}, value?: string): Promise<void> {
    const form = this.page.locator(`main form[action^="${path}"]`).first()
    for (const [name, text] of Object.entries(values)) await form.locator(`[name="${name}"]`).fill(text)
    const button = form.locator(value === undefined ? '[type=submit]' : `[type=submit][value="${value}"]`)
    await this.leave(() => button.first().click())
  }

  /** What the page says, all of it. */
  text(): Promise<string> {
    return this.page.locator('main').innerText()
  }

  /** Clicks the link that leads to a path. */
  async follow(path: string): Promise<void> {
    await this.leave(() => this.page.locator(`a[href^="${path}"]`).first().click())
  }

  /** Does something that leads to another page, and waits for that. */
  async leave(act: () => Promise<unknown>): Promise<void> {
    const arrived = this.page.waitForEvent('load')
    await Promise.all([arrived, act()])
  }

  /** Fails when the first heading does not say this. */
  async sees(heading: RegExp): Promise<void> {
    assert.match((await this.heading.first().textContent()) ?? '', heading, this.url.href)
  }

  /** Calls a route below `/api/v1` with the cookies of this window, as a page's script would. */
  async call<T = Record<string, unknown>>(method: string, path: string, data?: object): Promise<T> {
    const response = await this.context.request.fetch(`${this.#origin}/api/v1${path}`, {
      method,
      headers: { 'x-csrf-token': this.#csrf, origin: this.#origin },
      ...(data === undefined ? {} : { data }),
    })
    const text = await response.text()
    assert.ok(response.ok(), `${method} ${path} answered ${response.status()}: ${text}`)
    const answer = (text === '' ? {} : JSON.parse(text)) as T
    const { csrf_token: csrf } = answer as { csrf_token?: string }
    if (csrf !== undefined) this.#csrf = csrf
    return answer
  }

  /** Makes an account and is signed in, without walking through the pages. */
  async signUp({ name, email, password }: Person): Promise<string> {
    const { id } = await this.call<{ id: string }>('POST', '/auth/signup', { name, email, password })
    return id
  }

  /** The same with a proven address, which second factors and passkeys need. */
  async signUpProven(person: Person): Promise<void> {
    await this.#prove(await this.signUp(person))
  }

  /** Signs in without walking through the pages. */
  async signIn({ email, password }: Person): Promise<void> {
    await this.call('POST', '/auth/login', { email, password })
  }

  /** Fails when a page has complained since the last time. */
  assertCalm(): void {
    assert.deepEqual(this.#complaints.splice(0), [])
  }

  /** Drops the complaints that a test has asked for. */
  forgive(expected: RegExp): void {
    this.#complaints = this.#complaints.filter((complaint) => !expected.test(complaint))
  }

  #field(name: string): Locator {
    return this.page.locator(`main [name="${name}"]:not([type=hidden])`).first()
  }

  #formOf(field: string): Locator {
    return this.page.locator('main form', { has: this.page.locator(`[name="${field}"]`) })
  }

  /** Errors and warnings, among them what the content security policy blocks. A page with an error status is no news. */
  #hear(message: ConsoleMessage): void {
    if (!['error', 'warning'].includes(message.type())) return
    const isPageStatus =
      message.text().startsWith('Failed to load resource') && message.location().url === this.page.url()
    if (!isPageStatus) this.#complaints.push(`${message.type()}: ${message.text()} at ${message.location().url}`)
  }
}
