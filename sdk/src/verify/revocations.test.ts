import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Revocations } from './revocations.ts'
import type { Verdict } from './revocations.ts'
import { AccessToken } from './token.ts'

const ISSUER = 'https://id.example.com'
const NOW = 1_790_000_000
const EXP = NOW + 3_600

const LINEAGE = {
  consent: 'con_1',
  session: true,
  policy: 'pol_mailer',
  ancestors: [
    { jti: 'tok_5', client_id: 'agt_planner', policy: 'pol_planner', jkt: 'key_planner' },
    { jti: 'tok_3', client_id: 'app_notes', kid: 'old' },
  ],
}

/** The mailer's token, exchanged from the planner's, which came from the application's. */
function token(more: object = {}): AccessToken {
  const own = { iss: ISSUER, sub: 'usr_maya', client_id: 'agt_mailer', jti: 'tok_7', exp: EXP }
  return new AccessToken('x', 'new', { ...own, cnf: { jkt: 'key_mailer' }, lineage: structuredClone(LINEAGE), ...more })
}

function verdict(entries: readonly object[], of = token()): Verdict {
  const revocations = new Revocations(ISSUER, () => NOW)
  revocations.apply(entries.map((entry) => ({ exp: EXP, ...entry })))
  return revocations.judge(of)
}

describe('the rule of the revocation feed', () => {
  test('a token dies with whatever it descends from', () => {
    assert.equal(verdict([]), 'alive')
    assert.equal(verdict([{ jti: 'tok_4' }]), 'alive')
    for (const jti of ['tok_7', 'tok_5', 'tok_3']) assert.equal(verdict([{ jti }]), 'dead')
  })

  test('a mark ends what its members name', () => {
    const marks = [
      {},
      { client_id: 'agt_mailer' },
      { client_id: 'agt_planner' },
      { client_id: 'app_notes' },
      { client_id_pattern: 'agt_*' },
      { client_id_pattern: 'app_n?tes' },
      { client_id_pattern: '*n*t*s*' },
      { client_id: 'app_notes', consent: true },
      { sub: 'usr_maya' },
      { sub: 'usr_maya', session: true },
      { sub: 'usr_maya', client_id: 'agt_planner' },
      { consent: 'con_1' },
      { consent: true },
      { policy: 'pol_mailer' },
      { policy: 'pol_planner' },
      { client_id: 'agt_mailer', jkt: 'key_mailer' },
      { client_id: 'agt_planner', jkt: 'key_planner' },
      // What an ancestor does not say is as with the token before it.
      { client_id: 'app_notes', jkt: 'key_planner' },
      { kid: 'new' },
      { kid: 'old', client_id: 'app_notes' },
      { client_id: 'agt_planner', kid: 'new' },
      { session: true, except: { sub: ['usr_eve'], jti: ['tok_9'] } },
      { client_id_pattern: '*', sub: 'usr_maya', kid: 'new', session: true, consent: 'con_1' },
    ]
    for (const mark of marks) assert.equal(verdict([{ before: 'tok_8', ...mark }]), 'marked', JSON.stringify(mark))
  })

  test('a mark leaves what it does not name', () => {
    const marks = [
      { client_id: 'agt_other' },
      { client_id_pattern: 'agt_' },
      { client_id_pattern: 'agt_mailer?' },
      { client_id_pattern: 'AGT_*' },
      { client_id_pattern: '[a]gt_mailer' },
      { client_id_pattern: 'agt.mailer' },
      { sub: 'usr_eve' },
      { sub: 'usr_maya', client_id: 'agt_other' },
      { consent: 'con_2' },
      { policy: 'pol_other' },
      { client_id: 'agt_mailer', jkt: 'key_planner' },
      { client_id: 'agt_planner', policy: 'pol_mailer' },
      { client_id: 'agt_mailer', kid: 'old' },
      { session: true, except: { sub: ['usr_maya'] } },
      { session: true, except: { jti: ['tok_3'] } },
    ]
    for (const mark of marks) assert.equal(verdict([{ before: 'tok_8', ...mark }]), 'alive', JSON.stringify(mark))
  })

  test('a mark is about what was issued before, and each of several counts', () => {
    assert.equal(verdict([{ before: 'tok_7', client_id: 'agt_mailer' }]), 'alive')
    assert.equal(verdict([{ before: 'tok_70', client_id: 'agt_mailer' }]), 'marked')
    assert.equal(verdict([{ before: 'tok_5', sub: 'usr_maya' }]), 'marked', 'its ancestor tok_3 is older')
    const both = [
      { before: 'tok_8', sub: 'usr_maya' },
      { before: 'tok_1', sub: 'usr_maya' },
    ]
    assert.equal(verdict(both), 'marked')
    assert.equal(verdict(both.toReversed()), 'marked')
  })

  test('what a token does not stem from does not end it', () => {
    const plain = token({ lineage: {} })
    for (const mark of [{ consent: true }, { session: true }, { policy: 'pol_mailer' }, { consent: 'con_1' }])
      assert.equal(verdict([{ before: 'tok_8', ...mark }], plain), 'alive')
    assert.equal(verdict([{ before: 'tok_8', client_id: 'agt_mailer' }], plain), 'marked')
  })

  test('RS6: an entry that nobody understands leaves every token undecided', () => {
    const mark = { before: 'tok_1' }
    const entries = [
      { ...mark, tenant: 'x' },
      { ...mark, session: false },
      { ...mark, client_id: 7 },
      { ...mark, client_id: '' },
      { ...mark, client_id_pattern: true },
      { ...mark, consent: false },
      { ...mark, except: {} },
      { ...mark, except: [] },
      { ...mark, except: { sub: [] } },
      { ...mark, except: { sub: [1] } },
      { ...mark, except: { client_id: ['x'] } },
      { before: 1 },
      { jti: 'tok_1', client_id: 'x' },
      { jti: 'tok_1', exp: 'soon' },
    ]
    for (const entry of entries) assert.equal(verdict([entry]), 'undecided', JSON.stringify(entry))
  })

  test('RS7: a token whose line can not be read is undecided', () => {
    const lines = [
      undefined,
      null,
      [],
      'x',
      { ancestors: {} },
      { ancestors: [{}] },
      { ancestors: [{ jti: 1 }] },
      { ancestors: [{ jti: 'x', client_id: 1 }] },
      { ancestors: Array.from({ length: 1000 }, () => ({ jti: 'x' })) },
      { session: 'yes' },
      { consent: 1 },
      { policy: '' },
    ]
    for (const lineage of lines) assert.equal(verdict([], token({ lineage })), 'undecided', JSON.stringify(lineage))
    assert.equal(verdict([], token({ iss: 'https://other.example.com' })), 'undecided')
  })

  test('entries are forgotten when nothing can be about them any more', () => {
    let now = NOW
    const revocations = new Revocations(ISSUER, () => now)
    const exp = NOW + 10
    revocations.apply([
      { jti: 'tok_7', exp },
      { before: 'tok_8', sub: 'usr_maya', exp },
      { kind: 'new', exp },
    ])
    assert.equal(revocations.judge(token()), 'undecided')
    now += 71
    revocations.apply([])
    assert.equal(revocations.judge(token()), 'alive')
  })
})
