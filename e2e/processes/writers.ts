import { post } from '#/support/agents.ts'
import type { Agent, Answer } from '#/support/agents.ts'
import { send, Silence } from '#/support/http.ts'
import type { Server } from '#/support/server.ts'
import type { Cast } from './cast.ts'
import type { Family, Ledger } from './ledger.ts'

/** Registrations per round: anonymous ones are limited, and other writes should have their share. */
const REGISTRATIONS = 5
const MAX_REGISTRATIONS = 150

/**
 * Clients that write all at once until the process under them dies. Each says in the ledger what it is about to do
 * before it asks, and what came of it as soon as it is answered.
 */
export class Writers {
  readonly #server: Server
  readonly #cast: Cast
  readonly #ledger: Ledger

  constructor(server: Server, cast: Cast, ledger: Ledger) {
    this.#server = server
    this.#cast = cast
    this.#ledger = ledger
  }

  /** Writes until nobody answers. Throws when the server answered something that no client did anything to deserve. */
  async run(): Promise<void> {
    const endless = [
      () => this.#issue(),
      () => this.#issue(),
      () => this.#redeem(),
      () => this.#refresh(),
      () => this.#refresh(),
      () => this.#administer(),
    ]
    await Promise.all([
      ...endless.map((step) => this.#untilDeath(Infinity, step)),
      this.#untilDeath(this.#ledger.registrations.length < MAX_REGISTRATIONS ? REGISTRATIONS : 0, () =>
        this.#register(),
      ),
    ])
  }

  async #untilDeath(times: number, step: () => Promise<void>): Promise<void> {
    try {
      for (let done = 0; done < times && this.#server.runs; done++) await step()
    } catch (error) {
      // Only death excuses silence.
      if (!(error instanceof Silence) || this.#server.runs) throw error
    }
  }

  /** A machine gets a token, a helper one in exchange; every other pair is revoked at its root. */
  async #issue(): Promise<void> {
    const { machine, helper } = this.#cast
    const { access_token: text } = await this.#ask('/oauth/token', { grant_type: 'client_credentials' }, machine)
    const token = {
      text: text as string,
      child: undefined as string | undefined,
      fate: 'live' as const,
      round: this.#ledger.round,
    }
    this.#ledger.tokens.push(token)
    const { access_token: child } = await this.#ask('/oauth/token', this.#cast.exchange(token.text), helper)
    token.child = child as string
    if (this.#ledger.tokens.length % 2 === 0) await this.#revoke(token)
  }

  async #revoke(token: Ledger['tokens'][number]): Promise<void> {
    token.fate = 'unsure'
    await this.#ask('/oauth/revoke', { token: token.text }, this.#cast.machine)
    token.fate = 'dead'
  }

  async #redeem(): Promise<void> {
    const { code: text, verifier } = await this.#cast.newCode()
    const code: Ledger['codes'][number] = { text, verifier, state: 'issued', family: undefined }
    this.#ledger.codes.push(code)
    if (this.#ledger.codes.length % 5 === 0) return
    code.state = 'unsure'
    const body = await this.#ask('/oauth/token', this.#cast.redemption({ code: text, verifier }), this.#cast.app)
    code.state = 'used'
    code.family = this.#familyOf(body)
    this.#ledger.families.push(code.family)
  }

  #familyOf(body: Answer['body']): Family {
    return {
      refresh: [body['refresh_token'] as string],
      access: [body['access_token'] as string],
      pending: false,
      alive: true,
      round: this.#ledger.round,
    }
  }

  async #refresh(): Promise<void> {
    const family = this.#ledger.families.findLast(({ alive, pending }) => alive && !pending)
    if (!family) return pause()
    family.pending = true
    family.round = this.#ledger.round
    const refreshToken = family.refresh.at(-1) as string
    const body = await this.#ask(
      '/oauth/token',
      { grant_type: 'refresh_token', refresh_token: refreshToken },
      this.#cast.app,
    )
    family.refresh.push(body['refresh_token'] as string)
    family.access.push(body['access_token'] as string)
    family.pending = false
  }

  async #administer(): Promise<void> {
    const { agents, round } = this.#ledger
    const name = `Agent ${agents.length}`
    const { id } = await this.#server.admin<{ id: string }>('POST', '/agents', {
      client_name: name,
      grant_types: ['client_credentials'],
    })
    const agent: Ledger['agents'][number] = { id, name, active: 'live', round }
    agents.push(agent)
    if (agents.length % 2 === 0) return
    agent.active = 'unsure'
    await this.#server.admin('DELETE', `/agents/${id}`)
    agent.active = 'dead'
  }

  async #register(): Promise<void> {
    const { status, text } = await send(`${this.#server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://registered.example.com/callback'] }),
    })
    if (status !== 201) throw new Error(`registration answered ${status}: ${text}`)
    const body = JSON.parse(text) as { client_id: string; registration_access_token: string }
    this.#ledger.registrations.push({ clientId: body.client_id, token: body.registration_access_token })
  }

  async #ask(path: string, form: Record<string, string>, client: Agent): Promise<Answer['body']> {
    const { status, body } = await post(this.#server.url, path, form, client)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
}

const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5))
