import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from './app.ts'
import { chosenEngines } from './engines.ts'
import type { TestApp } from './app.ts'

/** Declares one test for each engine, with a server of its own each. */
export function onEachApp(name: string, body: (t: TestContext, app: TestApp) => Promise<void>): void {
  for (const engine of chosenEngines()) {
    test(`${name} (${engine})`, async (t) => body(t, await createTestApp(t, { engine })))
  }
}
