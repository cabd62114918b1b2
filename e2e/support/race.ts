import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** One request of a race: where it goes and what it says. */
export interface Entry {
  /** The node that gets it. */
  readonly node: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A form, or JSON when it is not one. */
  readonly body: URLSearchParams | Readonly<Record<string, unknown>>
}

export interface Finish {
  readonly status: number
  /** Empty when the answer is not JSON. */
  readonly body: Record<string, unknown>
}

/**
 * Sends requests as close to the same moment as one process can: every socket is open and every request is there but
 * for its last byte, before the last bytes go out together.
 */
export async function race(entries: readonly Entry[]): Promise<Finish[]> {
  const runners = await Promise.all(entries.map(async (entry) => ({ entry, socket: await opened(entry) })))
  const finishes = runners.map(({ socket }) => finishOf(socket))
  const lastBytes = await Promise.all(runners.map(async ({ entry, socket }) => allButLast(socket, textOf(entry))))
  runners.forEach(({ socket }, index) => void socket.write(lastBytes[index] ?? ''))
  return Promise.all(finishes)
}

/** The same request many times, in turn to each of the nodes. */
export const crowd = (size: number, nodes: readonly string[], request: Omit<Entry, 'node'>): Entry[] =>
  Array.from({ length: size }, (_, index) => ({ ...request, node: nodes[index % nodes.length] as string }))

/** The answers with a status of 2xx. */
export const winners = (finishes: readonly Finish[]): Finish[] =>
  finishes.filter(({ status }) => status >= 200 && status < 300)

async function opened({ node }: Entry): Promise<Socket> {
  const { port } = new URL(node)
  const socket = connect({ host: 'localhost', port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return socket
}

function textOf({ node, path, headers = {}, body }: Entry): string {
  const isForm = body instanceof URLSearchParams
  const text = isForm ? body.toString() : JSON.stringify(body)
  const lines = Object.entries({
    host: new URL(node).host,
    'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

/** Answers the byte that was held back, once the others have left. */
function allButLast(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.write(text.slice(0, -1), (error) => (error ? reject(error) : resolve(text.slice(-1))))
  })
}

async function finishOf(socket: Socket): Promise<Finish> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const isChunked = /^transfer-encoding: *chunked/im.test(head)
  const text = isChunked ? unchunked(body) : body
  const isJson = /^content-type: *application\/json/im.test(head)
  return { status: Number(head.split(' ')[1]), body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

function unchunked(body: string): string {
  const match = /^([0-9a-f]+)\r\n/i.exec(body)
  const size = Number.parseInt(match?.[1] ?? '0', 16)
  if (!match || size === 0) return ''
  const start = match[0].length
  return body.slice(start, start + size) + unchunked(body.slice(start + size + 2))
}
