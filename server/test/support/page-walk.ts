import assert from 'node:assert/strict'
import { locationOf } from './authorize.ts'
import { Visitor } from './visitor.ts'
import type { TestAnswer, TestApp } from './app.ts'

/** A walk through the pages in one language: keeps what each shows, by a name for each. */
export class PageWalk {
  readonly app: TestApp
  readonly locale: string
  readonly shown = new Map<string, TestAnswer>()

  constructor(app: TestApp, locale: string) {
    this.app = app
    this.locale = locale
  }

  /** Somebody whose browser prefers the language. */
  visitor(): Visitor {
    return this.speak(new Visitor(this.app))
  }

  speak(visitor: Visitor): Visitor {
    visitor.headers = { 'accept-language': this.locale }
    return visitor
  }

  /** Keeps a page; fails when it is not the one that was meant. */
  async keep(name: string, answer: TestAnswer | Promise<TestAnswer>, status = 200): Promise<TestAnswer> {
    const page = await answer
    assert.equal(page.status, status, `${name}: ${page.status} ${String(locationOf(page))} ${page.text.slice(0, 900)}`)
    this.shown.set(name, page)
    return page
  }
}
