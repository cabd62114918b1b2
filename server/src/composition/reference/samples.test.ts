import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mountedRoutes } from '#/platform/http/routing/mounted-routes.ts'
import { openApiDocument } from '#/platform/openapi/openapi.ts'
import { allAreas } from '#test/contract/all-routes.ts'
import { webhookCatalogue } from '#/composition/catalogue.ts'
import { sentMessages } from './index.ts'
import { sampleParts, samples } from './samples.ts'

test('no two modules have a sample of one name', () => {
  const names = sampleParts.flatMap((part) => Object.keys(part))
  const doubled = names.filter((name, i) => names.indexOf(name) !== i)
  assert.deepEqual(doubled, [])
})

test('every sample is of a member that some route or message has', () => {
  const asked = new Set<string>()
  const watched = new Proxy(samples, {
    get: (all, name: string) => {
      asked.add(name)
      return all[name]
    },
  })
  const info = {
    title: 'Mandate',
    version: '0',
    baseUrl: 'http://localhost',
    samples: watched,
    messages: sentMessages(webhookCatalogue),
  }
  openApiDocument(mountedRoutes(allAreas()), info)
  const unasked = Object.keys(samples).filter((name) => !asked.has(name))
  assert.deepEqual(unasked, ['reference.openapi'], 'the reference adds its own routes to those of the modules')
})
