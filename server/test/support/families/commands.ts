import assert from 'node:assert/strict'
import fc from 'fast-check'
import { tokenCounts, tokenTotal } from '#/modules/lifecycle/index.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { assertOAuthError, credentialsOf, exchange, refresh, requestToken } from '#test/support/oauth.ts'
import type { Counts, Node } from './model.ts'
import { GRACE_MS, MAX_DEPTH, WEB_APPS } from './world.ts'
import type { FamilyWorld } from './world.ts'

/** One thing that happens; it asserts that the server answers as the model foretells. */
type Happening = (world: FamilyWorld) => Promise<void>

/** A input with its words, so that a failure reads as a story. */
class Step implements fc.AsyncCommand<object, FamilyWorld> {
  readonly #words: string
  readonly #input: Happening
  constructor(words: string, input: Happening) {
    this.#words = words
    this.#input = input
  }

  check(): boolean {
    return true
  }

  async run(_model: object, world: FamilyWorld): Promise<void> {
    await this.#input(world)
    await world.assertSame()
  }

  toString(): string {
    return this.#words
  }
}

const system = { type: 'system', id: 'model', requestId: null, ip: null } as const
const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(from.length, 1)]

/** A token of a kind: three times out of four one that lives, else any. */
function pickToken({ model }: FamilyWorld, kind: Node['kind'], index: number): Node | undefined {
  const all = model.nodes.filter((node) => node.kind === kind)
  const living = all.filter((node) => model.isAlive(node))
  return pick(index % 4 === 0 || living.length === 0 ? all : living, Math.floor(index / 4))
}

/** A client that was deactivated is told so before anything else (RFC 6749 §5.2). */
function refusedAsIdle(world: FamilyWorld, client: number, answer: TestAnswer): boolean {
  if (world.model.isActive(client)) return false
  assertOAuthError(answer, 401, 'invalid_client')
  return true
}

const signIn =
  (person: number, client: number): Happening =>
  async (world) => {
    const { model } = world
    if (!model.isActive(client) || !model.isEnabled(person)) return
    const consent = model.consentOf(person, client)
    const { fields, answer } = await world.redeemCode(person, client)
    assert.equal(answer.status, 200, answer.text)
    const family = await world.rememberFamily(answer, { client, person, consent })
    world.remember(answer, { client, person, consent, policy: null, parent: family, depth: 0 })
    model.codes.push({ fields, family })
  }

const replayCode =
  (index: number): Happening =>
  async (world) => {
    const code = pick(world.model.codes, index)
    if (!code) return
    const { client } = code.family
    const answer = await requestToken(world.app, world.client(client), code.fields)
    if (refusedAsIdle(world, client, answer)) return
    assertOAuthError(answer, 400, 'invalid_grant')
    world.model.revoke((node) => node === code.family)
  }

const useRefreshToken =
  (index: number, stepsBack: number): Happening =>
  async (world) => {
    const family = pickToken(world, 'refresh', index)
    if (!family) return
    const { model } = world
    const generation = Math.max(0, family.texts.length - 1 - stepsBack)
    const verdict = model.judge(family, generation, GRACE_MS)
    const answer = await refresh(world.app, world.client(family.client), family.texts[generation] ?? '')
    if (refusedAsIdle(world, family.client, answer)) return
    if (verdict === 'dead' || verdict === 'reused') {
      assertOAuthError(answer, 400, 'invalid_grant')
      if (verdict === 'reused') model.revoke((node) => node === family)
      return
    }
    world.remember(answer, { ...family, policy: null, parent: family })
    const successor = answer.json['refresh_token'] as string
    if (verdict === 'current') model.rotate(family, successor)
    else assert.equal(successor, family.texts.at(-1), 'a lost answer has one successor')
  }

const ownToken =
  (agent: number): Happening =>
  async (world) => {
    const answer = await requestToken(world.app, world.client(agent), { grant_type: 'client_credentials' })
    if (refusedAsIdle(world, agent, answer)) return
    world.remember(answer, { client: agent, person: null, consent: null, policy: null, parent: null, depth: 0 })
  }

/** Whether a hop should succeed, and under which policy. */
function mayHop({ model }: FamilyWorld, subject: Node, agent: number): { policy: number | null } | undefined {
  if (!model.isAlive(subject) || subject.depth + 1 > MAX_DEPTH) return undefined
  if (model.hasPolicy(agent)) return { policy: agent }
  return subject.client === agent ? { policy: null } : undefined
}

const hop =
  (index: number, agent: number): Happening =>
  async (world) => {
    const subject = pickToken(world, 'access', index)
    if (!subject) return
    const authority = mayHop(world, subject, agent)
    const answer = await exchange(world.app, world.client(agent), subject.texts[0] ?? '')
    if (refusedAsIdle(world, agent, answer)) return
    if (!authority) return assertOAuthError(answer, 400, 'invalid_request')
    world.remember(answer, { ...subject, ...authority, client: agent, parent: subject, depth: subject.depth + 1 })
  }

const revokeAsClient =
  (index: number): Happening =>
  async (world) => {
    const node = pick(world.model.nodes, index)
    if (!node) return
    const form = { ...credentialsOf(world.client(node.client)), token: node.texts[0] ?? '' }
    const answer = await world.app.send({ url: '/oauth/revoke', form })
    if (refusedAsIdle(world, node.client, answer)) return
    assert.equal(answer.status, 200, answer.text)
    world.model.revoke((other) => other === node)
  }

/** Asserts what a dry run and then the real run answer. */
async function revokeByOperator(
  world: FamilyWorld,
  path: string,
  body: Record<string, unknown>,
  isChosen: (node: Node) => boolean,
): Promise<void> {
  const dry = await world.app.admin('POST', path, { ...body, dry_run: true })
  assert.deepEqual(dry.json['tokens'], world.model.count(isChosen))
  const real = await world.app.admin('POST', path, body)
  assert.deepEqual(real.json['tokens'], world.model.revoke(isChosen))
}

const revokeJti =
  (index: number): Happening =>
  async (world) => {
    const node = pick(world.model.nodes, index)
    if (node) await revokeByOperator(world, '/admin/auth/revoke-jti', { jti: node.id }, (other) => other === node)
  }

const revokeClient =
  (client: number, byPattern: boolean): Happening =>
  async (world) => {
    const { id, clientId } = world.client(client)
    const isChosen = (node: Node): boolean => node.client === client
    if (!byPattern) return revokeByOperator(world, `/agents/${id}/tokens/revoke-all`, {}, isChosen)
    const pattern = { client_id_pattern: `${clientId.slice(0, -1)}?` }
    return revokeByOperator(world, '/admin/oauth/revoke-by-pattern', pattern, isChosen)
  }

const revokePolicy =
  (agent: number): Happening =>
  async (world) => {
    const policy = world.policies.get(agent)
    if (policy === undefined || !world.model.hasPolicy(agent)) return
    const path = `/agents/${world.client(agent).id}/policies/${policy}`
    await assertDryRun(world, path, (node) => node.policy === agent)
    assert.equal((await world.app.admin('DELETE', path)).status, 204)
    world.model.endPolicy(agent)
  }

const deactivate =
  (client: number): Happening =>
  async (world) => {
    if (!world.model.isActive(client)) return
    const path = `/agents/${world.client(client).id}`
    await assertDryRun(world, path, (node) => node.client === client)
    assert.equal((await world.app.admin('DELETE', path)).status, 204)
    world.model.endClient(client)
  }

async function assertDryRun(world: FamilyWorld, path: string, isChosen: (node: Node) => boolean): Promise<void> {
  const dry = await world.app.admin('DELETE', `${path}?dry_run=true`)
  assert.deepEqual(dry.json['tokens'], world.model.count(isChosen))
}

const takeConsentBack =
  (person: number, client: number): Happening =>
  async (world) => {
    const consent = world.model.livingConsent(person, client)
    if (!consent || !world.model.isActive(client)) return
    const { consents } = world.app.services
    const found = await consents.findLiving(world.person(person).id, world.client(client).clientId)
    assert.ok(found)
    const counts = await consents.countEnding(found.id)
    await consents.revoke(found.id, system)
    assert.deepEqual(tokenCounts(counts), world.model.endConsent(consent) satisfies Counts)
  }

const disable =
  (person: number): Happening =>
  async (world) => {
    if (!world.model.isEnabled(person)) return
    await world.app.services.users.disable(world.person(person).id, 'model', system)
    world.model.endPerson(person)
  }

const reactivate =
  (client: number): Happening =>
  async (world) => {
    if (world.model.isActive(client)) return
    const answer = await world.app.admin('PATCH', `/agents/${world.client(client).id}`, { active: true })
    assert.equal(answer.status, 200, answer.text)
    world.model.reactivate(client)
  }

const enable =
  (person: number): Happening =>
  async (world) => {
    if (world.model.isEnabled(person)) return
    await world.app.services.users.enable(world.person(person).id, system)
    world.model.enable(person)
    await world.person(person).signIn()
  }

/** Ends every session of a person, or of everybody; the agents' own tokens come from none. */
const endSessions =
  (person: number, ofEverybody: boolean): Happening =>
  async ({ app, model, people }) => {
    const { sessionDirectory } = app.services
    const isChosen = (node: Node): boolean => (ofEverybody ? node.person !== null : node.person === person)
    const everybody = { kept: null, operatorsToo: true }
    const id = people[person]?.id ?? ''
    const counted = ofEverybody
      ? await sessionDirectory.countEndingEvery(everybody)
      : await sessionDirectory.countEndingOf(id)
    assert.equal(tokenTotal(counted), model.count(isChosen).total)
    const ended = ofEverybody
      ? await sessionDirectory.revokeEvery(everybody, system)
      : await sessionDirectory.revokeAllOf(id, system)
    assert.equal(tokenTotal(ended), model.revoke(isChosen).total)
    for (const [i, each] of people.entries())
      if ((ofEverybody || i === person) && model.isEnabled(i)) await each.signIn()
  }

/**
 * A token of an agent and the end of all its tokens at once, maybe of the agent too: the token is counted and dead, or
 * was issued afterwards and lives, or was refused.
 */
const ownTokenWhileRevoked =
  (agent: number, isDeactivated: boolean): Happening =>
  async (world) => {
    const { app, model } = world
    if (!model.isActive(agent)) return
    const path = `/agents/${world.client(agent).id}`
    const [answer, revocation] = await Promise.all([
      requestToken(app, world.client(agent), { grant_type: 'client_credentials' }),
      isDeactivated ? app.admin('DELETE', path) : app.admin('POST', `${path}/tokens/revoke-all`, {}),
    ])
    const counts = model.revoke((node) => node.client === agent)
    let counted = counts.total
    if (answer.status === 200) {
      const own = { client: agent, person: null, consent: null, policy: null, parent: null, depth: 0 }
      const node = world.remember(answer, own)
      node.revoked = (await app.services.tokens.authenticate(node.texts[0] ?? '')) === undefined
      if (node.revoked) counted += 1
      assert.ok(node.revoked || !isDeactivated, 'a token of an agent that is off lives')
    } else assert.ok([400, 401].includes(answer.status) && isDeactivated, answer.text)
    if (isDeactivated) model.endClient(agent)
    else assert.equal((revocation.json['tokens'] as Counts).total, counted)
  }

/** A hop and the end of its subject at once: whoever is first, no child of a dead parent is alive afterwards. */
const hopWhileRevoked =
  (index: number, agent: number): Happening =>
  async (world) => {
    const subject = pickToken(world, 'access', index)
    if (!subject) return
    const authority = mayHop(world, subject, agent)
    const [answer] = await Promise.all([
      exchange(world.app, world.client(agent), subject.texts[0] ?? ''),
      world.app.admin('POST', '/admin/auth/revoke-jti', { jti: subject.id }),
    ])
    if (answer.status === 200) {
      assert.ok(authority && world.model.isActive(agent), 'nobody allowed this')
      world.remember(answer, { ...subject, ...authority, client: agent, parent: subject, depth: subject.depth + 1 })
    }
    world.model.revoke((node) => node === subject)
  }

/** The current token several times at once: one rotation, and who was late gets the same successor. */
const refreshAtOnce =
  (index: number): Happening =>
  async (world) => {
    const family = pickToken(world, 'refresh', index)
    if (!family || world.model.judge(family, family.texts.length - 1, GRACE_MS) !== 'current') return
    const client = world.client(family.client)
    const text = family.texts.at(-1) ?? ''
    const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(world.app, client, text)))
    const successors = new Set<string>()
    for (const answer of answers) {
      world.remember(answer, { ...family, policy: null, parent: family })
      successors.add(answer.json['refresh_token'] as string)
    }
    assert.equal(successors.size, 1)
    for (const successor of successors) world.model.rotate(family, successor)
  }

const pass =
  (seconds: number): Happening =>
  async (world) => {
    world.app.clock.advance(seconds * 1000)
    return Promise.resolve()
  }

const anyone = fc.nat(1)
const anyWebApp = fc.nat(1)
const anyAgent = fc.nat(2).map((index) => WEB_APPS + index)
const anyClient = fc.nat(4)
const anything = fc.nat(200)

const step = <T extends unknown[]>(
  name: string,
  input: (...args: T) => Happening,
  ...args: { [K in keyof T]: fc.Arbitrary<T[K]> }
): fc.Arbitrary<Step> =>
  fc.tuple<T>(...args).map((values) => new Step(`${name}(${values.join(', ')})`, input(...values)))

const often = (times: number, arbitrary: fc.Arbitrary<Step>): fc.Arbitrary<Step>[] =>
  Array.from({ length: times }, () => arbitrary)

/** Everything that may happen; what grows families comes up more often than what ends them. */
export const anyStep: fc.Arbitrary<Step>[] = [
  ...often(5, step('signIn', signIn, anyone, anyWebApp)),
  ...often(3, step('ownToken', ownToken, anyAgent)),
  ...often(5, step('refresh', useRefreshToken, anything, fc.constantFrom(0, 0, 0, 0, 1, 2))),
  ...often(2, step('refreshAtOnce', refreshAtOnce, anything)),
  ...often(12, step('hop', hop, anything, anyAgent)),
  ...often(2, step('hopWhileRevoked', hopWhileRevoked, anything, anyAgent)),
  ...often(3, step('pass', pass, fc.constantFrom(1, 1, 9, 9, 11, 11, 120, 601, 3601))),
  step('replayCode', replayCode, anything),
  step('revokeAsClient', revokeAsClient, anything),
  step('revokeJti', revokeJti, anything),
  step('revokeClient', revokeClient, anyClient, fc.boolean()),
  step('revokePolicy', revokePolicy, anyAgent),
  step('takeConsentBack', takeConsentBack, anyone, anyWebApp),
  step('deactivate', deactivate, anyClient),
  step('disable', disable, anyone),
  ...often(2, step('reactivate', reactivate, anyClient)),
  ...often(2, step('enable', enable, anyone)),
  step('endSessions', endSessions, anyone, fc.boolean()),
  ...often(2, step('ownTokenWhileRevoked', ownTokenWhileRevoked, anyAgent, fc.boolean())),
]
