import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventText, EventStreams } from './event-stream.ts'
import type { EventSource } from './event-stream.ts'

/** A source that gives what a test put there. */
class GivenSource implements EventSource {
  readonly texts: string[]
  isOver = false
  taken = 0
  constructor(texts: string[]) {
    this.texts = texts
  }

  async take(): Promise<string> {
    this.taken++
    const text = this.texts.shift()
    if (text === undefined) this.isOver = true
    return text ?? ''
  }

  stop(): void {
    this.isOver = true
  }
}

const refusal = () => new Error('full')
const allowed = () => Promise.resolve(true)

async function allOf(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of chunks) text += String(piece)
  return text
}

test('an event has a name, one line of data and, where it can be resumed from, an id', () => {
  assert.equal(eventText('log', '{}'), 'event: log\ndata: {}\n\n')
  assert.equal(eventText('event', '{}', 7), 'id: 7\nevent: event\ndata: {}\n\n')
})

test('a stream begins at once, carries what its source gives, and ends with it', async () => {
  const streams = new EventStreams({ refusal })
  const reply = streams.open(() => new GivenSource([eventText('a', '1'), '', eventText('b', '2')]), allowed)
  assert.equal(reply.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(
    await allOf(reply.chunks(new AbortController().signal)),
    'retry: 2000\n\nevent: a\ndata: 1\n\nevent: b\ndata: 2\n\n',
  )
})

test('a source is asked for nothing more until what it gave was sent', async () => {
  const source = new GivenSource(['a', 'b', 'c'])
  const reply = new EventStreams({ refusal }).open(() => source, allowed)
  const pieces = reply.chunks(new AbortController().signal)[Symbol.asyncIterator]()
  await pieces.next()
  await pieces.next()
  assert.equal(source.taken, 1)
  await pieces.return?.()
  assert.ok(source.isOver, 'a reader that leaves stops the source')
})

test('a stream ends when its reader may not read any more, before anything else is sent', async () => {
  const streams = new EventStreams({ refusal, lookEveryMs: 0 })
  const reply = streams.open(
    () => new GivenSource(['secret']),
    () => Promise.resolve(false),
  )
  assert.equal(await allOf(reply.chunks(new AbortController().signal)), 'retry: 2000\n\n')
})

test('one reader leaves room for others', async () => {
  const streams = new EventStreams({ refusal, maxStreams: 3, maxOfReader: 2 })
  const begin = (reader: string) => {
    const { chunks } = streams.open(() => new GivenSource([]), allowed, reader)
    return chunks(new AbortController().signal)[Symbol.asyncIterator]()
  }
  const first = begin('one')
  for (const pieces of [first, begin('one')]) await pieces.next()
  await assert.rejects(async () => begin('one').next(), /full/)
  await begin('other').next()
  await assert.rejects(async () => begin('third').next(), /full/)
  await first.return?.()
  assert.equal((await begin('one').next()).done, false)
})

test('the twenty-first reader is refused until one of the others leaves', async () => {
  const streams = new EventStreams({ refusal })
  const begin = () => {
    const { chunks } = streams.open(() => new GivenSource([]), allowed)
    return chunks(new AbortController().signal)[Symbol.asyncIterator]()
  }
  const open = Array.from({ length: 20 }, begin)
  for (const pieces of open) await pieces.next()
  await assert.rejects(async () => begin().next(), /full/)
  await open[0]?.return?.()
  assert.equal((await begin().next()).done, false)
})
