import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { TestApp } from './app.ts'

interface FollowOptions {
  readonly query?: string
  /** The first admin key when not given. */
  readonly headers?: Record<string, string>
}

/** Someone who follows a stream of events over a connection of their own. */
export class Follower {
  readonly response: Response
  readonly #reader: ReadableStreamDefaultReader<string>
  text = ''

  constructor(response: Response) {
    this.response = response
    const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader()
  }

  static async start(
    t: TestContext,
    app: TestApp,
    path: string,
    { query = '', headers = { authorization: `Bearer ${app.adminKey}` } }: FollowOptions = {},
  ): Promise<Follower> {
    const address = await addressOf(app)
    const gone = new AbortController()
    t.after(() => gone.abort())
    return new Follower(await fetch(`${address}${path}${query}`, { headers, signal: gone.signal }))
  }

  /** Reads on until the text fits; fails when the stream ends before. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) {
      const { done, value } = await this.#reader.read()
      if (done) assert.fail(`the stream ended with ${this.text}`)
      this.text += value
    }
  }

  /** Hangs up. */
  async leave(): Promise<void> {
    await this.#reader.cancel()
  }

  /** Reads on to the end. */
  async untilEnd(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) return
      this.text += value
    }
  }
}

/** Where a node listens; it begins to with its first follower. */
async function addressOf({ app }: TestApp): Promise<string> {
  const bound = app.http.server.address() as AddressInfo | null
  const [address = ''] = bound ? [`http://127.0.0.1:${bound.port}`] : await app.listen()
  return address
}
