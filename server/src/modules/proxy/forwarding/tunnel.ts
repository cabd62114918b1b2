import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { nodeHttps, request as plainRequest } from '#/platform/node-http.ts'
import { responseHeaders } from './headers.ts'
import type { OutgoingRequest } from './relay.ts'
import type { UpstreamLine } from './upstream-lines.ts'

/** How an upstream took the wish to talk by WebSocket. */
export type Answer =
  | { readonly kind: 'switched'; readonly head: IncomingMessage; readonly socket: Duplex; readonly first: Buffer }
  | { readonly kind: 'answered'; readonly head: IncomingMessage }
  | { readonly kind: 'failed'; readonly failure: 'unreachable' | 'timeout'; readonly cause: Error }

/** RFC 6455 §4.1: the headers of the handshake that go on, since each hop makes `Connection` and `Upgrade` anew. */
const SWITCHING = ['connection', 'Upgrade', 'upgrade', 'websocket']

/** Asks an upstream to switch to WebSocket, on a connection that is for nothing else. */
export function askToSwitch(line: UpstreamLine, { path, headers }: OutgoingRequest): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const url = new URL(line.origin)
  const request = (url.protocol === 'https:' ? nodeHttps().request : plainRequest)(url, {
    method: 'GET',
    path,
    agent: false,
    setDefaultHeaders: false,
    headers: [...headers, ...SWITCHING],
  })
  const timer = setTimeout(() => {
    resolve({ kind: 'failed', failure: 'timeout', cause: new Error('the upstream took too long') })
    request.destroy()
  }, line.timeouts.headMs)
  request.on('upgrade', (head, socket, first) => resolve({ kind: 'switched', head, socket, first }))
  request.on('response', (head) => resolve({ kind: 'answered', head }))
  request.on('error', (cause) => resolve({ kind: 'failed', failure: 'unreachable', cause }))
  request.end()
  return promise.finally(() => clearTimeout(timer))
}

/** The head of a response in the bytes of HTTP/1.1. */
export function headText({ statusCode = 502, statusMessage = '', headers }: IncomingMessage, extra: string[]): string {
  const list = [...responseHeaders(headers), ...extra]
  let text = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`
  for (let i = 0; i < list.length; i += 2) text += `${list[i]}: ${list[i + 1]}\r\n`
  return `${text}\r\n`
}

/** Ties two ends together until either is gone, in both directions and no faster than either reads. */
export async function tie(one: Duplex, other: Duplex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => {
      to.destroy()
      resolve()
    })
    from.pipe(to)
  }
  await promise
}
