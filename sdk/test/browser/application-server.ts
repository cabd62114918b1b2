import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '@mandate/e2e/support/ports.ts'
import type { Server } from '@mandate/e2e/support/server.ts'
import { rolldown } from 'rolldown'
import { Mandate } from '#/index.ts'

/** Serves the application of the story on an origin of its own. */
export class ApplicationServer {
  readonly url: string
  readonly #http: HttpServer

  private constructor(url: string, http: HttpServer) {
    this.url = url
    this.#http = http
  }

  static async open(server: Server): Promise<ApplicationServer> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const mandate = new Mandate({ url: server.url, apiKey: server.adminKey })
    const { client_id: clientId } = await mandate.apps.create({
      name: 'React',
      type: 'spa',
      redirect_uris: [`${url}/callback`],
      post_logout_redirect_uris: [`${url}/`],
      scope: 'openid email',
    })
    const page = pageOf({ issuer: server.issuer, clientId, url })
    const script = await bundle()
    const http = createServer((request, response) => {
      const isScript = request.url === '/application.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? script : page)
    })
    http.listen(port, 'localhost')
    await once(http, 'listening')
    return new ApplicationServer(url, http)
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    this.#http.close()
    await once(this.#http, 'close')
  }
}

async function bundle(): Promise<string> {
  const built = await rolldown({
    input: fileURLToPath(new URL('application.ts', import.meta.url)),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    logLevel: 'silent',
  })
  const { output } = await built.generate({ format: 'esm', codeSplitting: false })
  await built.close()
  return output[0].code
}

const pageOf = (settings: object): string => `<!doctype html>
<title>React</title>
<link rel="icon" href="data:,">
<main></main>
<script type="application/json" id="settings">${JSON.stringify(settings)}</script>
<script type="module" src="/application.js"></script>
`
