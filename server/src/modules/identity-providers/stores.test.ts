import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { newId } from '#/platform/ids.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { pageBehind } from '#test/support/paging.ts'
import { AccountStore, linkedAccounts } from './account-store.ts'
import { endRows } from '#test/support/lifecycle.ts'
import { ProviderStore } from './provider-store.ts'
import { AuthorizationAttempts } from './authorization-attempts.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { OAuthAccount } from './account.ts'
import type { Provider } from './provider.ts'

const provider = (name: string, createdAt: number, more: Partial<Provider> = {}): Provider => ({
  id: newId('idp', createdAt),
  name,
  kind: 'oidc',
  displayName: name,
  issuer: 'https://idp.example',
  clientId: 'client',
  secretSealed: null,
  options: { token_endpoint_auth_method: 'client_secret_post' },
  scopes: 'openid',
  enabled: true,
  createdAt,
  updatedAt: createdAt,
  ...more,
})

const account = (providerId: string, userId: string, subject: string, createdAt: number): OAuthAccount => ({
  id: newId('oac', createdAt),
  userId,
  providerId,
  subject,
  email: null,
  name: null,
  createdAt,
  lastUsedAt: createdAt,
})

async function filled({ db, clock }: EngineFixture) {
  const providers = new ProviderStore(db)
  const accounts = new AccountStore(db)
  const first = provider('first', clock.now())
  const second = provider('second', clock.now() + 1, { enabled: false })
  for (const one of [first, second]) assert.equal(await db.tx((tx) => providers.insert(tx, one)), true)
  return { db, providers, accounts, first, second, now: clock.now() }
}

describe('the store of providers', () => {
  onEachEngine('keeps one of a name, finds, lists, changes and deletes', async (_t, fixture) => {
    const { db, providers, accounts, first, second, now } = await filled(fixture)
    assert.equal(await db.tx((tx) => providers.insert(tx, provider('first', now))), false)
    assert.deepEqual(await providers.find(first.id), first)
    assert.deepEqual(await providers.findByName('second'), second)
    assert.equal(await providers.findByName('Second'), undefined)
    assert.deepEqual(
      (await providers.list(pageBehind(undefined, 10))).rows.map(({ name }) => name),
      ['second', 'first'],
    )
    assert.deepEqual(
      (await providers.list(pageBehind(second, 10))).rows.map(({ name }) => name),
      ['first'],
    )
    assert.equal(await providers.count(), 2)
    assert.deepEqual(
      (await providers.listEnabled()).map(({ name }) => name),
      ['first'],
    )
    const changed = await db.tx((tx) => providers.update(tx, second.id, { enabled: true, displayName: 'Two' }))
    assert.deepEqual(changed, { ...second, enabled: true, displayName: 'Two' })
    assert.equal(await db.tx((tx) => providers.update(tx, 'idp_x', { enabled: true })), undefined)
    await db.tx((tx) => accounts.insert(tx, account(first.id, 'usr_1', 's', now)))
    const remove = () => db.tx((tx) => providers.delete(tx, first.id))
    assert.deepEqual([await remove(), await remove()], [true, false])
    assert.equal(await endRows(fixture, linkedAccounts, { by: 'provider', providerId: first.id }), 1)
    assert.equal(await accounts.countOfUser('usr_1'), 0)
  })
})

describe('the store of accounts at providers', () => {
  onEachEngine('gives each account to one user, whoever comes at the same time', async (_t, fixture) => {
    const { db, accounts, first, second, now } = await filled(fixture)
    const users = Array.from({ length: 20 }, (_, i) => `usr_${i}`)
    const given = await Promise.all(
      users.map((userId) => db.tx((tx) => accounts.insert(tx, account(first.id, userId, 'contested', now)))),
    )
    assert.equal(given.filter(Boolean).length, 1)
    const owner = await accounts.findBySubject(first.id, 'contested')
    assert.equal(owner?.userId, users[given.indexOf(true)])
    assert.equal(await accounts.findBySubject(second.id, 'contested'), undefined)
    assert.equal(await accounts.findBySubject(first.id, 'Contested'), undefined)
  })

  onEachEngine('lists, counts, notes a use, and deletes by the pair of user and account', async (_t, fixture) => {
    const { db, accounts, first, second, now } = await filled(fixture)
    const one = account(first.id, 'usr_1', 'a', now)
    const two = account(second.id, 'usr_1', 'b', now + 1)
    for (const it of [one, two]) await db.tx((tx) => accounts.insert(tx, it))
    const [newest, oldest] = (await accounts.listOfUser('usr_1', pageBehind(undefined, 10))).rows
    assert.deepEqual([newest?.provider, oldest?.provider, newest?.subject], ['second', 'first', 'b'])
    assert.deepEqual(
      (await accounts.listOfUser('usr_1', pageBehind(two, 10))).rows.map(({ id }) => id),
      [one.id],
    )
    assert.equal(await accounts.countOfUser('usr_1'), 2)
    assert.deepEqual(await db.tx((tx) => accounts.usable(tx, 'usr_1')), [one.id], 'the other provider is off')
    await accounts.touch(one.id, { subject: 'a', email: 'x@example.com', emailVerified: true, name: 'X' }, now + 9)
    await accounts.touch(one.id, { subject: 'a', email: null, emailVerified: false, name: null }, now + 10)
    const used = await accounts.find(one.id, 'usr_1')
    assert.deepEqual([used?.email, used?.name, used?.lastUsedAt], [null, 'X', now + 10])
    assert.equal(await accounts.find(one.id, 'usr_2'), undefined)
    assert.equal(await db.tx((tx) => accounts.delete(tx, one.id, 'usr_2')), false)
    assert.equal(await db.tx((tx) => accounts.delete(tx, one.id, 'usr_1')), true)
    assert.equal(await endRows(fixture, linkedAccounts, { by: 'user', userId: 'usr_1' }), 1)
    assert.equal(await accounts.countOfUser('usr_1'), 0)
  })
})

describe('round trips', () => {
  onEachEngine('RP1: end once, for their browser and provider, in time', async (_t, { db, clock }) => {
    const sealed = new Map<string, string>()
    const keyring = {
      seal: (text: string, { row }: { row: string }) => {
        sealed.set(row, text)
        return `sealed ${row}`
      },
      open: (_text: string, { row }: { row: string }) => sealed.get(row) ?? '',
    }
    const trips = new AuthorizationAttempts({ db, clock, keyring })
    const trip = {
      providerId: 'idp_1',
      browserId: 'browser',
      purpose: 'sign_in',
      sessionId: null,
      goingOn: '?a=b',
    } as const
    const { state, ...secrets } = await trips.begin(trip)
    assert.notEqual((await trips.begin(trip)).state, state)
    const over = { message: /not one that this browser is waiting for/ }
    await assert.rejects(trips.end(state, 'idp_2', 'browser'), over)
    await assert.rejects(trips.end(state, 'idp_1', 'another'), over)
    await assert.rejects(trips.end(`${state.slice(0, -1)}${state.endsWith('_') ? '-' : '_'}`, 'idp_1', 'browser'), over)
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => trips.end(state, 'idp_1', 'browser')))
    const [won, ...more] = ends.filter((end) => end.status === 'fulfilled')
    assert.deepEqual([won?.value.trip.goingOn, won?.value.secrets, more], ['?a=b', { state, ...secrets }, []])
    const late = await trips.begin(trip)
    clock.advance(600_000)
    await assert.rejects(trips.end(late.state, 'idp_1', 'browser'), over)
  })
})
