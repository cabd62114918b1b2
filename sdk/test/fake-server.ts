import type { Clock } from '#/client/options.ts'

/** One request as a fake server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

type Reply = Response | Error | ((request: SeenRequest) => Response | Promise<Response>)

/** Stands in for the network: replies in order, and keeps what was asked. */
export class FakeServer {
  readonly requests: SeenRequest[] = []
  readonly #replies: Reply[]

  constructor(...replies: Reply[]) {
    this.#replies = replies
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const whole = input instanceof Request ? input : undefined
    const request = {
      method: whole?.method ?? init.method ?? 'GET',
      url: whole?.url ?? String(input),
      headers: new Headers(whole?.headers ?? init.headers),
      body: whole ? await whole.text() : init.body,
    }
    this.requests.push(request)
    const reply = this.#replies.shift()
    if (reply === undefined) throw new Error(`nobody expected ${request.method} ${request.url}`)
    if (reply instanceof Error) throw reply
    return typeof reply === 'function' ? reply(request) : reply
  }
}

/** A clock that stands still but for those who wait. */
export class FakeClock implements Clock {
  readonly waits: number[] = []
  #now = 1_800_000_000_000

  now(): number {
    return this.#now
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.waits.push(milliseconds)
    this.#now += milliseconds
  }
}

/** A response with JSON. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })

/** A refusal as the API words it. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(
    {
      error: 'class',
      code,
      message: `message of ${code}`,
      docs_url: `https://id.example.com/docs/errors#${code}`,
      details: { request_id: 'req_1' },
    },
    status,
    headers,
  )

/** Lets two callers go on only when both have come. */
export function twoAtOnce(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let came = 0
  return () => {
    came += 1
    if (came === 2) resolve()
    return promise
  }
}
