import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Mandate } from '#/index.ts'
import type { ServerEvent } from '#/index.ts'
import { FakeClock, FakeServer, refusal } from '#test/fake-server.ts'

const streamOf = (...chunks: string[]): Response => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function clientOf(server: FakeServer): { mandate: Mandate; clock: FakeClock } {
  const clock = new FakeClock()
  return { mandate: new Mandate({ url: 'https://id.example.com', fetch: server.fetch, clock, random: () => 1 }), clock }
}

async function take(events: AsyncIterable<ServerEvent>, count: number): Promise<ServerEvent[]> {
  const taken: ServerEvent[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

test('reads types, ids and data over chunks, comments and every kind of line break', async () => {
  const server = new FakeServer(
    streamOf(
      ': hello\n\n',
      'event: log\r\nid: 7\r\nda',
      'ta: {"a":\r',
      '\ndata: 1}\r\n\r\n',
      'data: plain\r\rdata: cut',
    ),
  )
  const events = await take(clientOf(server).mandate.follow('/stream', { reconnect: false }), 9)
  assert.deepEqual(events, [
    { type: 'log', id: '7', data: { a: 1 } },
    { type: 'message', id: '7', data: 'plain' },
  ])
})

test('reads the same however a stream is cut into pieces', async () => {
  const text = 'id: 1\r\nevent: ä€😀\r\ndata: "ü"\r\n\r\n:c\rdata: {"b":\rdata: 2}\r\rdata\n\n'
  const bytes = new TextEncoder().encode(text)
  const read = async (cuts: readonly number[]): Promise<ServerEvent[]> => {
    const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
    const pieces = places.slice(1).map((end, i) => bytes.slice(places[i], end))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    const server = new FakeServer(new Response(body))
    return take(clientOf(server).mandate.follow('/stream', { reconnect: false }), 9)
  }
  const whole = await read([])
  assert.deepEqual(whole, [
    { type: 'ä€😀', id: '1', data: 'ü' },
    { type: 'message', id: '1', data: { b: 2 } },
    { type: 'message', id: '1', data: '' },
  ])
  const cut = fc.integer({ min: 0, max: bytes.length })
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { maxLength: 12 }), async (cuts) => assert.deepEqual(await read(cuts), whole)),
  )
})

test('comes back where it stopped, as soon as the server wants', async () => {
  const server = new FakeServer(
    streamOf('retry: 1500\nid: e1\ndata: 1\n\n'),
    new TypeError('fetch failed'),
    streamOf('id: e2\ndata: 2\n\n'),
  )
  const { mandate, clock } = clientOf(server)
  const events = await take(mandate.logs.stream({ level: 'warn' }), 2)
  assert.deepEqual(
    events.map(({ data }) => data),
    [1, 2],
  )
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.get('last-event-id')),
    [null, 'e1', 'e1'],
  )
  assert.equal(server.requests[0]?.url, 'https://id.example.com/api/v1/admin/logs/stream?level=warn')
  assert.equal(clock.waits[0], 1500)
})

test('waits for a server that is away for longer than other requests would', async () => {
  const away = Array.from({ length: 6 }, (_, i) =>
    i % 2 ? refusal(503, 'unavailable') : new TypeError('fetch failed'),
  )
  const server = new FakeServer(streamOf('data: 1\n\n'), ...away, streamOf('data: 2\n\n'))
  const { mandate, clock } = clientOf(server)
  assert.equal((await take(mandate.logs.stream(), 2)).length, 2)
  assert.deepEqual(clock.waits, [250, 500, 1000, 2000, 4000, 8000, 8000])
})

test('takes a stream that fell silent for a lost one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('id: e1\ndata: 1\n\n')),
    pull: () => new Promise(() => t.mock.timers.tick(60_000)),
  })
  const server = new FakeServer(new Response(silent), streamOf('data: 2\n\n'))
  const events = await take(clientOf(server).mandate.logs.stream(), 2)
  assert.equal(events.length, 2)
  assert.equal(server.requests[1]?.headers.get('last-event-id'), 'e1')
})

test('begins behind an event that the caller knows', async () => {
  const server = new FakeServer(streamOf('data: 1\n\n'))
  await take(clientOf(server).mandate.follow('/stream', { lastEventId: 'e9' }), 1)
  assert.equal(server.requests[0]?.headers.get('last-event-id'), 'e9')
})

test('ends for good when the server refuses or says that it is over', async () => {
  const refused = new FakeServer(streamOf('data: 1\n\n'), refusal(401, 'unauthorized'))
  await assert.rejects(take(clientOf(refused).mandate.logs.stream(), 2), { code: 'unauthorized' })
  const over = new FakeServer(streamOf('data: 1\n\n'), new Response(null, { status: 204 }))
  assert.equal((await take(clientOf(over).mandate.logs.stream(), 2)).length, 1)
})

test('ends with the signal of the caller', async () => {
  const controller = new AbortController()
  const server = new FakeServer(streamOf('data: 1\n\n'))
  await assert.rejects(
    async () => {
      for await (const _ of clientOf(server).mandate.logs.stream({}, { signal: controller.signal })) controller.abort()
    },
    { name: 'AbortError' },
  )
})
