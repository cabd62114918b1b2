import assert from 'node:assert/strict'
import { post } from '#/support/agents.ts'
import { send } from '#/support/http.ts'
import type { Server } from '#/support/server.ts'
import type { Cast } from './cast.ts'
import type { Family, IssuedCode, Ledger, MachineToken } from './ledger.ts'

const AT_ONCE = 16
/** Replays kill what they replay, so only a few in each round. */
const REPLAYS = 2

/** Compares what a restarted server says with what it had acknowledged before it died. */
export class Inspection {
  readonly #server: Server
  readonly #cast: Cast
  readonly #ledger: Ledger

  constructor(server: Server, cast: Cast, ledger: Ledger) {
    this.#server = server
    this.#cast = cast
    this.#ledger = ledger
  }

  async run(): Promise<void> {
    const { tokens, families, codes, agents, registrations } = this.#ledger
    await each(this.#ledger.recent(tokens), (token) => this.#checkToken(token))
    // The families first: a lost answer can only be asked for again within the grace of 10 seconds.
    await each(this.#ledger.recent(families), (family) => this.#checkFamily(family))
    const [used, open] = [codes.filter(({ state }) => state === 'used'), codes.filter(({ state }) => state !== 'used')]
    await each([...used.slice(0, REPLAYS), ...open], (code) => this.#checkCode(code))
    codes.length = 0
    await each(this.#ledger.recent(agents), (agent) => this.#checkAgent(agent))
    await each(registrations.slice(-10), (registration) => this.#checkRegistration(registration))
    const old = families.filter(({ alive, refresh }) => alive && refresh.length > 2).slice(0, REPLAYS)
    await each(old, (family) => this.#replay(family))
  }

  /** A token and what was made of it live and die together, also when the answer to the revocation was lost. */
  async #checkToken(token: MachineToken): Promise<void> {
    const active = await this.#cast.isActive(this.#server, token.text)
    if (token.fate === 'unsure') token.fate = active ? 'live' : 'dead'
    assert.equal(active, token.fate === 'live', `a token that was ${token.fate} before the crash`)
    if (token.child !== undefined)
      assert.equal(await this.#cast.isActive(this.#server, token.child), active, 'a token and its child')
  }

  async #checkFamily(family: Family): Promise<void> {
    if (family.alive && family.pending) await this.#askAgain(family)
    const [current, ...earlier] = family.refresh.toReversed()
    assert.equal(await this.#cast.isActive(this.#server, current as string), family.alive, 'the newest refresh token')
    for (const text of earlier.slice(0, 3))
      assert.equal(await this.#cast.isActive(this.#server, text), false, 'a rotated refresh token')
    for (const text of family.access.slice(-3))
      assert.equal(await this.#cast.isActive(this.#server, text), family.alive, 'an access token')
  }

  /** A client whose answer was lost in the crash gets one, whether the rotation had happened or not. */
  async #askAgain(family: Family): Promise<void> {
    const { status, body } = await this.#refresh(family.refresh.at(-1) as string)
    assert.equal(status, 200, JSON.stringify(body))
    family.refresh.push(body['refresh_token'] as string)
    family.access.push(body['access_token'] as string)
    family.pending = false
  }

  /** An issued code works, a used one does not, and none works twice. */
  async #checkCode(code: IssuedCode): Promise<void> {
    const form = this.#cast.redemption({ code: code.text, verifier: code.verifier })
    const first = await post(this.#server.url, '/oauth/token', form, this.#cast.app)
    if (code.state === 'issued') assert.equal(first.status, 200, JSON.stringify(first.body))
    if (code.state === 'used') assert.equal(first.body['error'], 'invalid_grant')
    const second = await post(this.#server.url, '/oauth/token', form, this.#cast.app)
    assert.equal(second.body['error'], 'invalid_grant')
    if (first.status === 200)
      assert.equal(await this.#cast.isActive(this.#server, first.body['access_token'] as string), false)
    if (code.family) await this.#bury(code.family)
  }

  /** A refresh token from before the last two rotations is a stolen one, crash or not. */
  async #replay(family: Family): Promise<void> {
    const { body } = await this.#refresh(family.refresh[0] as string)
    assert.equal(body['error'], 'invalid_grant')
    await this.#bury(family)
  }

  async #bury(family: Family): Promise<void> {
    family.alive = false
    family.pending = false
    family.round = this.#ledger.round
    assert.equal(
      await this.#cast.isActive(this.#server, family.refresh.at(-1) as string),
      false,
      'the family of a replayed token',
    )
    assert.equal(
      await this.#cast.isActive(this.#server, family.access.at(-1) as string),
      false,
      'an access token of a replayed family',
    )
  }

  async #checkAgent(agent: Ledger['agents'][number]): Promise<void> {
    const found = await this.#server.admin<{ client_name: string; active: boolean }>('GET', `/agents/${agent.id}`)
    if (agent.active === 'unsure') agent.active = found.active ? 'live' : 'dead'
    assert.deepEqual([found.client_name, found.active], [agent.name, agent.active === 'live'])
  }

  async #checkRegistration({ clientId, token }: Ledger['registrations'][number]): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await send(`${this.#server.url}/oauth/register/${clientId}`, { method: 'GET', headers })
    assert.equal(status, 200, 'a client that registered')
  }

  #refresh(refreshToken: string) {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return post(this.#server.url, '/oauth/token', form, this.#cast.app)
  }
}

async function each<T>(entries: readonly T[], check: (entry: T) => Promise<void>): Promise<void> {
  const queue = [...entries]
  const worker = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await check(entry)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
