import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import type { TestApp } from './app.ts'
import { listen } from './listen.ts'

/** What a receiver was sent. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  /** The exact text. */
  readonly body: string
  readonly event: string
  readonly data: Record<string, unknown>
}

/** A receiver of webhooks on this machine, and what it got. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** What it responds from now on. */
  respond(status: number): void
}

/** Starts a receiver that ends with the test. */
export async function startReceiver(t: Pick<TestContext, 'after'>, status = 200): Promise<Receiver> {
  const received: Received[] = []
  let responds = status
  const server = await listen(t, async (request, response) => {
    const body = await text(request)
    const { event, data } = JSON.parse(body) as { event: string; data: Record<string, unknown> }
    received.push({ headers: request.headers, body, event, data })
    response.writeHead(responds, { 'content-type': 'text/plain' }).end('thank you')
  })
  const respond = (next: number): void => void (responds = next)
  return { url: `${server.url}/hook`, received, respond }
}

/** An endpoint that does as it likes. */
export async function startEndpoint(t: Pick<TestContext, 'after'>, handler: RequestListener): Promise<string> {
  return `${(await listen(t, handler)).url}/hook`
}

/** A subscription with its secret. */
export interface Subscribed {
  readonly id: string
  readonly secret: string
}

export async function subscribe(app: TestApp, url: string, input: object = {}): Promise<Subscribed> {
  const { status, json, text: body } = await app.admin('POST', '/webhooks', { url, ...input })
  assert.equal(status, 201, body)
  return { id: String(json['id']), secret: String(json['secret']) }
}

/** Seals what happened, makes deliveries of it and sends them. */
export async function sendAll(app: TestApp): Promise<void> {
  for (const job of ['events.seal', 'webhooks.fan_out', 'webhooks.deliver']) await app.app.jobs.runNow(job)
}

/** The log of a subscription, newest first. */
export async function deliveriesOf(app: TestApp, id: string, query = ''): Promise<Record<string, unknown>[]> {
  const { status, json, text: body } = await app.admin('GET', `/webhooks/${id}/deliveries${query}`)
  assert.equal(status, 200, body)
  return json['data'] as Record<string, unknown>[]
}

/** Makes a user, who is an event. */
export async function makeUser(app: TestApp, email: string): Promise<string> {
  const { status, json, text: body } = await app.admin('POST', '/admin/users', { email })
  assert.equal(status, 201, body)
  return String(json['id'])
}

export const webhookOf = async (app: TestApp, id: string): Promise<Record<string, unknown>> =>
  (await app.admin('GET', `/webhooks/${id}`)).json
