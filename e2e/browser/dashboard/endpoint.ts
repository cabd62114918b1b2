import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

const WAIT_MS = 30_000

/** What came to an endpoint. */
export interface Received {
  readonly body: string
  /** Whether a secret signed it (Standard Webhooks). */
  readonly isSignedBy: (secret: string) => boolean
}

/** Somebody else's endpoint, which takes every webhook. */
export class Endpoint {
  readonly #received: Received[] = []
  readonly #http: Server

  private constructor() {
    this.#http = createServer(async (request, response) => {
      const body = await text(request)
      const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
        String(request.headers[name]),
      )
      this.#received.push({
        body,
        isSignedBy: (secret) => {
          const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
          const made = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
          return signatures?.split(' ').includes(`v1,${made}`) ?? false
        },
      })
      response.end()
    })
  }

  /** Listens until the test ends. */
  static async open(t: Pick<TestContext, 'after'>): Promise<Endpoint> {
    const endpoint = new Endpoint()
    endpoint.#http.listen(0, '127.0.0.1')
    await once(endpoint.#http, 'listening')
    t.after(() => {
      endpoint.#http.closeAllConnections()
      endpoint.#http.close()
    })
    return endpoint
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/`
  }

  /** All that came, once so many did. */
  async received(count: number): Promise<readonly Received[]> {
    for (const deadline = performance.now() + WAIT_MS; this.#received.length < count; await sleep(20)) {
      if (performance.now() > deadline) throw new Error(`only ${this.#received.length} of ${count} webhooks came`)
    }
    return this.#received
  }
}
