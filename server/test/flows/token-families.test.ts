import { test } from 'node:test'
import fc from 'fast-check'
import { createTestApp } from '#test/support/app.ts'
import { chosenEngines } from '#test/support/engines.ts'
import { anyStep } from '#test/support/families/commands.ts'
import { FamilyWorld } from '#test/support/families/world.ts'

const RUNS = { sqlite: 25, postgres: 6 }

for (const engine of chosenEngines()) {
  test(`token families live and die as the model says, whatever happens to them (${engine})`, async (t) => {
    const app = await createTestApp(t, { engine, mode: 'production' })
    await FamilyWorld.prepare(app)
    await fc.assert(
      fc.asyncProperty(fc.commands(anyStep, { maxCommands: 60, size: 'max' }), async (steps) => {
        const world = await FamilyWorld.create(app)
        await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
      }),
      { numRuns: RUNS[engine], endOnFailure: true },
    )
  })
}
