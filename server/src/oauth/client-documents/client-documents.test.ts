import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { makeClients } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { requestContext } from '#test/support/request-context.ts'
import { ClientDocuments } from './client-documents.ts'
import type { ClientDocumentsDeps } from './client-documents.ts'

const HOST = 'https://client.example'
const context = requestContext()

const documentAt: ClientDocumentsDeps['fetch'] = async (url) =>
  Response.json({ client_id: String(url), client_name: 'Visitor', redirect_uris: [`${HOST}/back`] })

/** Finds clients whose documents a test answers for. */
function finder(fixture: EngineFixture, more: Partial<ClientDocumentsDeps> = {}) {
  const room = makeClients(fixture)
  const log = { warn: () => undefined }
  const documents = new ClientDocuments({ ...room, limits: new Limits(fixture), log, fetch: documentAt, ...more })
  return {
    find: (path: string) => documents.find(`${HOST}${path}`),
    introduce: (path: string) => documents.find(`${HOST}${path}`, context),
  }
}

const isBusy = (error: unknown): boolean => error instanceof OAuthError && error.status === 503

describe('clients with documents', () => {
  onEachEngine('RG6 end at a number, however many addresses come; those that are known go on', async (_t, fixture) => {
    assert.equal((await finder(fixture, { maxClients: 1 }).introduce('/one'))?.clientName, 'Visitor')
    const full = finder(fixture, { maxClients: 1 })
    await assert.rejects(full.introduce('/two'), isBusy)
    assert.equal((await full.introduce('/one'))?.kind, 'document')
    assert.equal((await full.find('/one'))?.kind, 'document')
  })

  onEachEngine(
    'RG6 of a slow domain are read a few at once; what is known of it holds meanwhile',
    async (_t, fixture) => {
      const waiting: (() => void)[] = []
      let isSlow = false
      const fetch: ClientDocumentsDeps['fetch'] = async (url) => {
        if (isSlow) await new Promise<void>((resolve) => void waiting.push(resolve))
        return documentAt(url)
      }
      const { introduce } = finder(fixture, { fetch })
      await introduce('/known')
      fixture.clock.advance(2 * 3_600_000)
      isSlow = true
      const slow = ['/a', '/b', '/c', '/d'].map(introduce)
      while (waiting.length < slow.length) await nextTurn()
      await assert.rejects(introduce('/e'), isBusy)
      assert.equal((await introduce('/known'))?.kind, 'document')
      assert.equal(waiting.length, slow.length)
      for (const release of waiting) release()
      for (const client of await Promise.all(slow)) assert.equal(client?.kind, 'document')
    },
  )

  onEachEngine('are made once when two nodes meet them at the same moment', async (_t, fixture) => {
    const [one, other] = [finder(fixture), finder(fixture)]
    const [first, second] = await Promise.all([one.introduce('/both'), other.introduce('/both')])
    assert.equal(first?.id, second?.id)
  })
})
