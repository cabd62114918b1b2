import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { TestCertificate } from './certificate.ts'

/** A server of a test on 127.0.0.1, and who called it. */
export interface TestServer {
  readonly port: number
  /** `http://127.0.0.1:<port>`; https when it has a certificate. */
  readonly url: string
  readonly hits: IncomingMessage[]
  readonly server: Server
}

/** Starts a server that ends with the test, whatever its connections still wait for. */
export async function listen(
  t: Pick<TestContext, 'after'>,
  handler: RequestListener,
  certificate?: TestCertificate,
): Promise<TestServer> {
  const hits: IncomingMessage[] = []
  const answer: RequestListener = (request, response) => {
    hits.push(request)
    handler(request, response)
  }
  const server = certificate ? createTlsServer({ ...certificate }, answer) : createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, hits, server }
}
