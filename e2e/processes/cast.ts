import { createHash, randomBytes } from 'node:crypto'
import { allow, newAgent, post } from '#/support/agents.ts'
import type { Agent } from '#/support/agents.ts'
import { Browser, callbackOf, newPerson } from '#/support/browser.ts'
import { formsOf } from '#/support/forms.ts'
import type { Server } from '#/support/server.ts'

export const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
export const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const CALLBACK = 'https://app.example.com/callback'

/** A code with what its redemption needs. */
export interface Redeemable {
  readonly code: string
  readonly verifier: string
}

/** Those who act on a server: a machine, an agent that acts for it, an application, and a person who uses that. */
export class Cast {
  readonly machine: Agent
  readonly helper: Agent
  readonly app: Agent
  readonly #server: Server
  readonly #browser: Browser

  private constructor(server: Server, browser: Browser, agents: { machine: Agent; helper: Agent; app: Agent }) {
    this.#server = server
    this.#browser = browser
    this.machine = agents.machine
    this.helper = agents.helper
    this.app = agents.app
  }

  /** Makes them through the admin API, signs the person up and has them allow the application. */
  static async on(server: Server): Promise<Cast> {
    const machine = await newAgent(server, { grant_types: ['client_credentials'], scope: 'notes:read' })
    const helper = await newAgent(server, { grant_types: [EXCHANGE], scope: 'openid notes:read' })
    await allow(server, helper, { subject: '*', scope: 'openid notes:read' })
    const app = await newAgent(server, {
      grant_types: ['authorization_code', 'refresh_token', DEVICE],
      redirect_uris: [CALLBACK],
      scope: 'openid notes:read',
    })
    const cast = new Cast(server, new Browser(server.issuer, server.url), { machine, helper, app })
    await cast.#browser.authorize(cast.#request(newVerifier()), newPerson())
    return cast
  }

  /** A fresh code: the person is signed in and has allowed the application before, so nobody is asked. */
  async newCode(node: string = this.#server.url): Promise<Redeemable> {
    const verifier = newVerifier()
    const callback = callbackOf(await this.#browser.via(node).open(this.#request(verifier)))
    const code = callback.searchParams.get('code')
    if (code === null) throw new Error(`no code in ${callback.href}`)
    return { code, verifier }
  }

  /** The form that redeems a code. */
  redemption({ code, verifier }: Redeemable): Record<string, string> {
    return { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier }
  }

  /** The form with which the helper acts on from a token. */
  exchange(token: string): Record<string, string> {
    return { grant_type: EXCHANGE, subject_token: token, subject_token_type: ACCESS_TOKEN, scope: 'notes:read' }
  }

  /** Whether a node takes a token for alive, asked by the application: only it may ask about its refresh tokens. */
  async isActive(node: Server, token: unknown): Promise<boolean> {
    const { status, body } = await post(node.url, '/oauth/introspect', { token: token as string }, this.app)
    if (status !== 200) throw new Error(`introspection answered ${status}: ${JSON.stringify(body)}`)
    return body['active'] as boolean
  }

  /** Allows a device as the person who is signed in. */
  async allowDevice(verificationUri: string): Promise<void> {
    const { status } = await this.#browser.allow(await this.#browser.open(verificationUri))
    if (status !== 200) throw new Error(`the device page answered ${status}`)
  }

  /** Both answers of the person to a device, not sent yet. */
  async deviceAnswers(verificationUri: string) {
    const { html, url } = await this.#browser.open(verificationUri)
    const form = formsOf(html).find(({ buttons }) => buttons.some(({ value }) => value === 'allow'))
    if (!form) throw new Error(`no form at ${url.href}`)
    const filled = (value: string): URLSearchParams => {
      const button = form.buttons.find((pressed) => pressed.value === value)
      return new URLSearchParams([...form.fields, [button?.name ?? '', value]])
    }
    const { pathname, search, origin } = new URL(form.action, url)
    const headers = { cookie: this.#browser.cookies, origin }
    return { path: pathname + search, headers, allow: filled('allow'), deny: filled('deny') }
  }

  #request(verifier: string): URL {
    const url = new URL('/oauth/authorize', this.#server.issuer)
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.app.client_id,
      redirect_uri: CALLBACK,
      scope: 'openid notes:read',
      state: 'state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    return url
  }
}

const newVerifier = (): string => randomBytes(32).toString('base64url')
