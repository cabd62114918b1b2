import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Server } from '#/connection/server.ts'
import { follow } from './follow.ts'
import type { Entry } from './follow.ts'

interface Call {
  readonly path: string
  readonly lastEventId: string | null
}

const entry = (n: number, more: Entry = {}): Entry => ({
  id: `evt_${n}`,
  action: 'agent.created',
  actor_id: 'key_1',
  created_at: `2026-01-01T00:00:0${n}.000Z`,
  ...more,
})

const eventText = (n: number, more: Entry = {}): string =>
  `event: event\nid: ${n}\ndata: ${JSON.stringify(entry(n, more))}\n\n`

/** A server whose stream ends after each of these texts, and whose list has the first two entries. */
function serverWith(streams: string[], ended: AbortController) {
  const calls: Call[] = []
  const answer: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    calls.push({ path: url.pathname + url.search, lastEventId: new Headers(init?.headers).get('last-event-id') })
    if (url.pathname.endsWith('/stream')) {
      const next = streams.shift()
      if (next === undefined) ended.abort()
      ended.signal.throwIfAborted()
      return new Response(`retry: 1\n${next}`, { headers: { 'content-type': 'text/event-stream' } })
    }
    const [, id] = /audit-logs\/evt_(\d)$/.exec(url.pathname) ?? []
    if (id !== undefined) return Response.json({ ...entry(Number(id)), whole: true })
    return Response.json({ data: [entry(2), entry(1)], next_cursor: null })
  }
  return { calls, server: new Server('http://localhost:8080', { fetch: answer }) }
}

async function seen(streams: string[], filters: Readonly<Record<string, string>> = {}, before = 2) {
  const ended = new AbortController()
  const { calls, server } = serverWith(streams, ended)
  const entries: Entry[] = []
  const skipped: number[] = []
  const onSkipped = (count: number): void => void skipped.push(count)
  for await (const one of follow(server, { filters, before, signal: ended.signal, onSkipped })) entries.push(one)
  return { entries, calls, skipped }
}

test('the last entries come first, and what is in the stream as well comes once', async () => {
  const { entries, calls } = await seen([`event: ready\nid: 1\ndata: {}\n\n${eventText(2)}${eventText(3)}`])
  assert.deepEqual(
    entries.map(({ id }) => id),
    ['evt_1', 'evt_2', 'evt_3'],
  )
  assert.equal(entries[2]?.['whole'], true, 'the whole entry, as the list has it')
  assert.match(calls[0]?.path ?? '', /\/stream$/, 'the stream stands before the list is read')
})

test('a stream that was lost goes on behind the last event, and the list is read once', async () => {
  const ready = (n: number): string => `event: ready\nid: ${n}\ndata: {}\n\n`
  const { entries, calls } = await seen([ready(2) + eventText(3), ready(3) + eventText(4)])
  assert.deepEqual(
    entries.map(({ id }) => id),
    ['evt_1', 'evt_2', 'evt_3', 'evt_4'],
  )
  const streams = calls.filter(({ path }) => path.includes('/stream'))
  assert.deepEqual(
    streams.map(({ lastEventId }) => lastEventId),
    [null, '3', '4'],
  )
})

test('filters hold for what comes, and what was passed over is said', async () => {
  const stream = `event: ready\nid: 1\ndata: {}\n\n${eventText(3, { actor_id: 'key_2' })}event: skipped\ndata: {"count":7}\n\n${eventText(4)}`
  const filters = { actor_id: 'key_1', action: 'agent.*', from: '2026-01-01T00:00:04Z' }
  const { entries, calls, skipped } = await seen([stream], filters, 0)
  assert.deepEqual(
    entries.map(({ id }) => id),
    ['evt_4'],
  )
  assert.deepEqual(skipped, [7])
  assert.match(decodeURIComponent(calls[0]?.path ?? ''), /kinds=agent\.\*/)
})
