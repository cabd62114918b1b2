import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policySentence } from './policy-sentence.ts'

const policy = {
  id: 'pol_1',
  agent_id: 'agt_1',
  subject: 'usr_1',
  scope: 'mail:read mail:send',
  audience: [],
  max_depth: 1,
  may_redelegate: false,
  expires_at: null,
  created_by: 'key_1',
  created_at: '2026-01-15T12:00:00.000Z',
}

test('a policy is a sentence that says for whom, what, where, how far, and whether it may be handed on', () => {
  assert.equal(
    policySentence(policy, 'Mailer', 'Maya', 'en'),
    'Mailer may act for Maya for mail:read, mail:send, 1 hop at most, and may not hand on.',
  )
  assert.equal(
    policySentence(
      {
        ...policy,
        subject: '*',
        scope: '*',
        max_depth: 3,
        may_redelegate: true,
        audience: ['https://mail.example.com'],
      },
      'Mailer',
      '*',
      'en',
    ),
    'Mailer may act for anyone for whatever their token allows, at https://mail.example.com, 3 hops at most, and may hand on to another agent.',
  )
  assert.match(
    policySentence(policy, 'Mailer', 'Maya', 'es'),
    /^Mailer puede actuar por Maya .* a 1 salto como mucho, y no puede pasarlo\.$/,
  )
})
