import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { Server } from '#/support/server.ts'
import type { RulesetDefinition } from '@stoplight/spectral-core'

/** Every rule of the set is asked, those it only recommends too; these are not, each for a reason. */
const notAsked = {
  // Who runs the server answers for it, and the product does not know who that is.
  'info-contact': 'off',
  // OpenAPI 3.1 takes an SPDX identifier instead, and not both.
  'license-url': 'off',
} as const

test('Spectral finds nothing to say about the OpenAPI document', async () => {
  const server = await Server.start()
  try {
    const document = await (await fetch(`${server.url}/openapi.json`)).text()
    const spectral = new Spectral()
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'all']], rules: notAsked })
    const findings = await spectral.run(document)
    assert.deepEqual(
      findings.map(({ code, message, path }) => `${code}: ${message} (${path.join(' › ')})`),
      [],
    )
  } finally {
    await server.remove()
  }
})
