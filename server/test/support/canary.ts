import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** An address of this machine that counts who asks: what names it must not make the server come. */
export async function canary(t: TestContext): Promise<{ url: string; hits: () => number }> {
  let hits = 0
  const server = createServer((_request, response) => {
    hits += 1
    response.end('{"keys":[]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits: () => hits }
}
