import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import { freePort } from '#/support/ports.ts'
import type { Server } from '#/support/server.ts'

// The package exports its modules; what a page loads by a script element lies beside them.
const SCRIPT = new URL('../browser/oidc-client-ts.min.js', import.meta.resolve('oidc-client-ts'))

/** An application that is nothing but scripts, on an origin of its own, with oidc-client-ts as its hands. */
export class SinglePageApp {
  readonly url: string
  readonly #http: HttpServer

  private constructor(url: string, http: HttpServer) {
    this.url = url
    this.#http = http
  }

  /** Makes the application at the server and lets its pages be served. */
  static async open(server: Server): Promise<SinglePageApp> {
    const port = await freePort()
    // Another origin than the server's and the same site, as `app.example.com` and `id.example.com` are.
    const url = `http://localhost:${port}`
    const app = await server.admin<{ client_id: string }>('POST', '/admin/apps', {
      name: 'Single page',
      type: 'spa',
      redirect_uris: [`${url}/back`, `${url}/silent`, `${url}/popup`],
      post_logout_redirect_uris: [`${url}/`],
      scope: 'openid profile email',
    })
    const page = pageOf({ authority: server.issuer, client_id: app.client_id, url })
    const http = createServer((request, response) => {
      const isScript = request.url === '/oidc-client-ts.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? readFileSync(SCRIPT) : page)
    })
    await new Promise<void>((resolve) => void http.listen(port, 'localhost', resolve))
    return new SinglePageApp(url, http)
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((resolve) => void this.#http.close(resolve))
  }
}

/** One page for all addresses: it finishes what the address says is under way. */
const pageOf = ({ url, ...settings }: { url: string; authority: string; client_id: string }): string => `<!doctype html>
<title>Single page</title>
<link rel="icon" href="data:,">
<h1>…</h1>
<script src="/oidc-client-ts.js"></script>
<script>
  const manager = new oidc.UserManager({
    ...${JSON.stringify(settings)},
    redirect_uri: '${url}/back',
    silent_redirect_uri: '${url}/silent',
    popup_redirect_uri: '${url}/popup',
    post_logout_redirect_uri: '${url}/',
    scope: 'openid profile email',
    automaticSilentRenew: false,
    userStore: new oidc.WebStorageStateStore({ store: localStorage }),
  })
  async function arrive() {
    if (location.pathname === '/silent') return manager.signinSilentCallback()
    if (location.pathname === '/popup') return manager.signinPopupCallback()
    const user = location.pathname === '/back' ? await manager.signinRedirectCallback() : await manager.getUser()
    document.querySelector('h1').textContent = user ? 'Hello, ' + user.profile.email : 'Nobody'
  }
  arrive().catch((error) => (document.querySelector('h1').textContent = 'Failed: ' + error.message))
</script>
`
