import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkCondition } from './check-condition.ts'
import type { Condition } from './condition-types.ts'
import { compileCondition } from './condition.ts'
import type { FlowFacts, Seen } from './condition.ts'

const facts: FlowFacts = {
  trigger: 'login',
  email: 'Maya@Example.com',
  metadata: { plan: 'team', flows: { terms: true }, empty: null },
  authMethods: ['password', 'second_factor'],
  clientId: 'client_1',
  ip: '10.1.2.3',
  // A Sunday.
  now: Date.parse('2026-11-22T23:30:00Z'),
  roles: () => Promise.resolve(['role_1', 'role_2']),
  organizations: () => Promise.resolve(['org_1']),
  isNewDevice: () => Promise.resolve(true),
}

const holds = (condition: Condition, given: Partial<FlowFacts> = {}): Promise<boolean> =>
  compileCondition(condition)({ ...facts, ...given })

describe('a condition', () => {
  const cases: readonly [string, Condition, boolean][] = [
    ['of nothing', {}, true],
    ['email_domain', { email_domain: 'example.com' }, true],
    ['email_domain of a list', { email_domain: ['other.example', 'example.com'] }, true],
    ['email_domain does not reach below', { email_domain: 'com' }, false],
    ['user_has_role', { user_has_role: ['role_9', 'role_2'] }, true],
    ['user_has_role of others', { user_has_role: 'role_9' }, false],
    ['in_org', { in_org: 'org_1' }, true],
    ['in_org of others', { in_org: 'org_2' }, false],
    ['metadata_eq', { metadata_eq: { plan: 'team', 'flows.terms': true } }, true],
    ['metadata_eq where one differs', { metadata_eq: { plan: 'team', 'flows.terms': 'true' } }, false],
    ['metadata_eq finds nothing inherited', { metadata_eq: { 'constructor.name': 'Object' } }, false],
    ['has_metadata', { has_metadata: ['absent', 'flows.terms'] }, true],
    ['has_metadata of null', { has_metadata: 'empty' }, true],
    ['has_metadata of nothing', { has_metadata: ['absent', 'toString'] }, false],
    ['auth_method', { auth_method: ['passkey', 'second_factor'] }, true],
    ['auth_method of others', { auth_method: 'passkey' }, false],
    ['client_id', { client_id: 'client_1' }, true],
    ['ip_in', { ip_in: ['192.0.2.1', '10.0.0.0/8'] }, true],
    ['ip_in of others', { ip_in: ['10.1.2.4', '2001:db8::/32'] }, false],
    ['new_device', { new_device: true }, true],
    ['new_device of a known one', { new_device: false }, false],
    ['time_of_day', { time_of_day: { from: '23:00', to: '23:31' } }, true],
    ['time_of_day ends before its end', { time_of_day: { from: '23:00', to: '23:30' } }, false],
    ['time_of_day past midnight', { time_of_day: { from: '22:00', to: '06:00' } }, true],
    ['time_of_day on a day', { time_of_day: { from: '22:00', to: '06:00', days: ['sun'] } }, true],
    [
      'time_of_day elsewhere',
      { time_of_day: { from: '00:00', to: '01:00', days: ['mon'], time_zone: 'Europe/Berlin' } },
      true,
    ],
    ['trigger_eq', { trigger_eq: ['signup', 'login'] }, true],
    ['all_of', { all_of: [{ client_id: 'client_1' }, { new_device: false }] }, false],
    ['any_of', { any_of: [{ client_id: 'client_2' }, { new_device: true }] }, true],
    ['not', { not: { client_id: 'client_2' } }, true],
    ['of several members holds when all do', { client_id: 'client_1', new_device: false }, false],
  ]
  for (const [name, condition, expected] of cases) {
    test(`${name} is ${expected}`, async () => assert.equal(await holds(condition), expected))
  }

  test('on an application does not hold where none waits', async () => {
    assert.equal(await holds({ client_id: 'client_1' }, { clientId: null }), false)
  })

  test('on an address takes IPv6 in any spelling', async () => {
    assert.equal(await holds({ ip_in: '2001:db8::/32' }, { ip: '2001:0db8:0:0::7' }), true)
    assert.equal(await holds({ ip_in: '::/0' }, { ip: 'unknown' }), false)
  })

  test('says what every part saw, also of parts that decide nothing', async () => {
    const seen: Seen[] = []
    const condition: Condition = { any_of: [{ new_device: true }, { not: { email_domain: 'other.example' } }] }
    await compileCondition(condition, '/conditions')(facts, seen)
    assert.deepEqual(seen, [
      { pointer: '/conditions/any_of/0/new_device', condition: 'new_device', expected: true, saw: true, holds: true },
      {
        pointer: '/conditions/any_of/1/not/email_domain',
        condition: 'email_domain',
        expected: 'other.example',
        saw: 'example.com',
        holds: false,
      },
    ])
  })

  test('that can not be asked fails, and is not false', async () => {
    const broken = { roles: () => Promise.reject(new Error('no database')) }
    await assert.rejects(holds({ not: { user_has_role: 'role_1' } }, broken), /no database/)
  })
})

test('FL1: nothing in a condition is code, whatever stands there', async () => {
  const codes = ['${process.exit()}', '{{constructor.constructor("x")()}}', 'a||true', '__proto__', '*', '.*', '(a+)+$']
  for (const code of codes) {
    for (const condition of [{ client_id: code }, { metadata_eq: { plan: code } }, { has_metadata: code }]) {
      assert.equal(await holds(condition), false, JSON.stringify(condition))
    }
  }
})

describe('FL1: what is wrong with a condition is named by its place', () => {
  const wrong = (condition: unknown): Record<string, string> => {
    const findings = { errors: [], named: [] }
    checkCondition(condition, '/conditions', findings)
    return Object.fromEntries(
      (findings.errors as { pointer: string; message: string }[]).map((it) => [it.pointer, it.message]),
    )
  }

  const cases: readonly [unknown, string, RegExp][] = [
    [[], '/conditions', /object/],
    [{ moon_phase: 'full' }, '/conditions/moon_phase', /not a known condition/],
    [{ any_of: [] }, '/conditions/any_of', /list of 1/],
    [{ any_of: [{ 'a/b': 1 }] }, '/conditions/any_of/0/a~1b', /not a known condition/],
    [{ not: { new_device: 'yes' } }, '/conditions/not/new_device', /boolean/],
    [{ ip_in: ['10.0.0.0/33'] }, '/conditions/ip_in', /IP addresses/],
    [{ ip_in: '10.0.0.0/08' }, '/conditions/ip_in', /IP addresses/],
    [{ email_domain: '@example.com' }, '/conditions/email_domain', /form/],
    [{ time_of_day: { from: '25:00', to: '01:00' } }, '/conditions/time_of_day/from', /form/],
    [{ time_of_day: { from: '01:00', to: '01:00' } }, '/conditions/time_of_day/to', /same/],
    [
      { time_of_day: { from: '01:00', to: '02:00', time_zone: 'Mars/Olympus' } },
      '/conditions/time_of_day/time_zone',
      /time zone/,
    ],
    [{ trigger_eq: 'sso' }, '/conditions/trigger_eq', /one of/],
    [{ metadata_eq: { 'a.b': { c: 1 } } }, '/conditions/metadata_eq/a.b', /must be/],
    [{ metadata_eq: { 'a b': 1 } }, '/conditions/metadata_eq/a b', /not a known field/],
    [{ not: { not: { not: { not: { not: {} } } } } }, '/conditions/not/not/not/not/not', /deep/],
  ]
  for (const [condition, pointer, message] of cases) {
    test(JSON.stringify(condition), () =>
      assert.match(wrong(condition)[pointer] ?? JSON.stringify(wrong(condition)), message),
    )
  }

  test('and what is sound has nothing wrong with it', () => {
    assert.deepEqual(
      wrong({ any_of: [{ new_device: true }, { not: { ip_in: ['10.0.0.0/8', '::1'] } }], client_id: 'x' }),
      {},
    )
  })
})
