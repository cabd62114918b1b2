import assert from 'node:assert/strict'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { claimsOf } from '#test/support/jwt.ts'
import {
  allow,
  configure,
  createAgent,
  createWebApp,
  obtainCode,
  redemption,
  requestToken,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { FamilyModel } from './model.ts'
import type { Node } from './model.ts'

export const MAX_DEPTH = 4
export const GRACE_MS = 10_000
/** How many of the clients are web apps; they come first. */
export const WEB_APPS = 2
const AGENTS = 3
const PEOPLE = 2
const HOUR = 3_600_000

/** People, web apps and agents on a real server, beside the model that says what should become of their tokens. */
export class FamilyWorld {
  readonly app: TestApp
  readonly model: FamilyModel
  readonly people: readonly TestPerson[]
  /** The web apps first, then the agents. */
  readonly clients: readonly TestClient[]
  /** The policy of each agent, by its place among the clients. */
  readonly policies: ReadonlyMap<number, string>

  private constructor(
    app: TestApp,
    people: readonly TestPerson[],
    clients: readonly TestClient[],
    policies: ReadonlyMap<number, string>,
  ) {
    this.app = app
    this.model = new FamilyModel(app.clock)
    this.people = people
    this.clients = clients
    this.policies = policies
  }

  /** Settings under which tokens expire while a test is still looking. */
  static async prepare(app: TestApp): Promise<void> {
    await configure(app, {
      'oauth.access_token_ttl_seconds': 600,
      'oauth.refresh_token_ttl_seconds': 3600,
      'oauth.refresh_grace_seconds': GRACE_MS / 1000,
      'token_exchange.max_depth': MAX_DEPTH,
    })
  }

  static async create(app: TestApp): Promise<FamilyWorld> {
    // However many worlds a test makes, so many people may sign up in an hour.
    app.clock.advance(HOUR)
    const people = await times(PEOPLE, () => TestPerson.signUp(app))
    // One keeps a secret and one does not: both get the same grace.
    const webApps = [
      await createWebApp(app, { scope: 'openid read' }),
      await createWebApp(app, { scope: 'openid read', token_endpoint_auth_method: 'none' }),
    ]
    const agents = await times(AGENTS, () => createAgent(app, { scope: 'read' }))
    const policies = new Map<number, string>()
    for (const [i, agent] of agents.entries()) {
      const policy = { subject: '*', max_depth: MAX_DEPTH, may_redelegate: true }
      policies.set(WEB_APPS + i, await allow(app, agent, policy))
    }
    return new FamilyWorld(app, people, [...webApps, ...agents], policies)
  }

  client(index: number): TestClient {
    const client = this.clients[index]
    assert.ok(client)
    return client
  }

  person(index: number): TestPerson {
    const person = this.people[index]
    assert.ok(person)
    return person
  }

  async redeemCode(person: number, client: number): Promise<{ fields: Record<string, string>; answer: TestAnswer }> {
    const fields = redemption(await obtainCode(this.person(person), this.client(client), { scope: 'openid read' }))
    return { fields, answer: await requestToken(this.app, this.client(client), fields) }
  }

  /** Remembers an access token that was just issued. */
  remember(
    answer: TestAnswer,
    from: Pick<Node, 'client' | 'person' | 'consent' | 'policy' | 'parent' | 'depth'>,
  ): Node {
    assert.equal(answer.status, 200, answer.text)
    const text = answer.json['access_token'] as string
    const { jti, exp } = claimsOf(text) as { jti: string; exp: number }
    return this.model.add({ ...from, id: jti, kind: 'access', expiresAt: exp * 1000, texts: [text] })
  }

  /** Remembers a family by the refresh token that came with its first access token. */
  async rememberFamily(answer: TestAnswer, from: Pick<Node, 'client' | 'person' | 'consent'>): Promise<Node> {
    const text = answer.json['refresh_token'] as string
    const family = await this.app.services.tokens.authenticateRefresh(text)
    assert.ok(family, answer.text)
    const { id, expiresAt } = family
    return this.model.add({
      ...from,
      id,
      kind: 'refresh',
      policy: null,
      parent: null,
      depth: 0,
      expiresAt,
      texts: [text],
    })
  }

  /** Asserts that the server says of every token what the model says. */
  async assertSame(): Promise<void> {
    const { tokens } = this.app.services
    for (const node of this.model.nodes) {
      const expected = this.model.isAlive(node)
      const parent = node.parent
      assert.ok(parent === null || node.expiresAt <= parent.expiresAt, 'a child outlives its parent')
      const seen = node.kind === 'access' ? tokens.authenticate.bind(tokens) : tokens.authenticateRefresh.bind(tokens)
      for (const [i, text] of node.texts.entries()) {
        const isCurrent = i === node.texts.length - 1
        const found = await seen(text)
        assert.equal(found !== undefined, expected && isCurrent, `${node.kind} ${node.id}, text ${i}`)
        if (found) assert.equal(found.expiresAt, node.expiresAt)
      }
    }
  }
}

async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let i = 0; i < count; i++) made.push(await make())
  return made
}
