import { text } from 'node:stream/consumers'
import type { RequestListener, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'
import { listen } from './listen.ts'
import { createWebApp, signIn } from './oauth.ts'
import type { TestClient } from './oauth.ts'
import { VaultStory } from './vault.ts'
import type { Asked } from './vault.ts'

/** What the API of the other system does with a request. */
type Respond = (asked: Asked, response: ServerResponse) => void

type Call = Partial<Pick<TestRequest, 'method' | 'headers' | 'body'>> & {
  readonly token?: string
  /** Another node than the first. */
  readonly node?: TestApp
}

/** A server under test with a provider whose API is called through the vault, and an agent that may do that alone. */
export class ProxyStory {
  readonly vault: VaultStory
  readonly app: TestApp
  /** Of the API: `http://127.0.0.1:<port>`. */
  readonly api: string
  /** What the API got. */
  readonly asked: Asked[]
  readonly agent: TestClient
  readonly token: string
  respond: Respond = (_asked, response) => void response.end('done')

  private constructor(vault: VaultStory, api: string, asked: Asked[], agent: TestClient, token: string) {
    this.vault = vault
    this.app = vault.app
    this.api = api
    this.asked = asked
    this.agent = agent
    this.token = token
  }

  static async begin(t: TestContext, app: TestApp, rules: object = {}): Promise<ProxyStory> {
    const asked: Asked[] = []
    const serve = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
      const { method = '', url = '', headers } = request
      const got = { method, path: url, headers, body: await text(request) }
      asked.push(got)
      story.respond(got, response)
    }
    const api = await listen(t, (request, response) => void serve(request, response))
    const proxy = { hosts: [api.url], allow: [{ paths: ['/*'] }], ...rules }
    const vault = await VaultStory.begin(t, app, { proxy })
    const agent = await createWebApp(app, { scope: 'openid read vault:use' })
    const { access_token: token = '' } = await signIn(app, vault.person, agent, { scope: 'vault:use' })
    const story: ProxyStory = new ProxyStory(vault, api.url, asked, agent, token)
    return story
  }

  /** Connects an account that the agent may use; answers its id. */
  async connect(query = ''): Promise<string> {
    const id = await this.vault.connect(this.vault.person, query)
    await this.vault.let(this.agent, id)
    return id
  }

  /** A call of the agent's, of what stands behind `/proxy` in the address. */
  call(
    path: string,
    { method = 'GET', token = this.token, headers = {}, node = this.app, ...rest }: Call = {},
  ): Promise<TestAnswer> {
    const url = `/api/v1/vault/ledger/proxy${path}`
    return node.send({ method, url, headers: { authorization: `Bearer ${token}`, ...headers }, ...rest })
  }

  /** Changes the rules of the provider. */
  rule(proxy: object | null, provider = this.vault.providerId): Promise<TestAnswer> {
    return this.app.admin('PATCH', `/vault/providers/${provider}`, { proxy })
  }

  /** What the upstream gave for the account, as the last request carried it. */
  get sentToken(): string {
    return this.asked.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? ''
  }
}
