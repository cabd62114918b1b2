import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { createTestApp } from './app.ts'
import { TestClock } from './clock.ts'
import { listen } from './listen.ts'
import type { TestApp } from './app.ts'

/** A server that other processes reach, at the time they live in. */
export async function reachable(t: TestContext): Promise<TestApp> {
  const behind: { app?: TestApp } = {}
  const front = await listen(t, async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const payload = await buffer(request)
    const asked = { method: method as 'GET', url, headers: headers as Record<string, string>, payload }
    const answer = await behind.app?.app.http.inject(asked)
    response.writeHead(answer?.statusCode ?? 503, answer?.headers).end(answer?.rawPayload)
  })
  behind.app = await createTestApp(t, { baseUrl: front.url, clock: new TestClock(Date.now()) })
  return behind.app
}
