import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

/** A request as it goes out, with no header added but those of HTTP itself. */
export interface Outgoing {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** An answer that arrived whole. */
export interface Incoming {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** No answer, or only a part of one: the process at the other end is gone, or does nothing any more. */
export class Silence extends Error {}

const TIMEOUT_MS = 60_000

/** Sends one request and waits for the whole answer; throws `Silence` when there is none. Follows no redirect. */
export function send(url: string | URL, { method, headers = {}, body }: Outgoing): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const silent = (reason: string, cause?: Error): void =>
      reject(new Silence(`${method} ${String(url)}: ${reason}`, { cause }))
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, { method, headers: { ...headers, ...length }, timeout: TIMEOUT_MS })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`nothing for ${TIMEOUT_MS} ms`)))
    outgoing.on('error', (error) => silent(error.message, error))
    outgoing.on('close', () => silent('closed'))
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => void chunks.push(chunk))
      incoming.on('error', (error) => silent(error.message, error))
      incoming.on('end', () => {
        if (!incoming.complete) return silent('cut off')
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
      })
    })
    outgoing.end(body)
  })
}
