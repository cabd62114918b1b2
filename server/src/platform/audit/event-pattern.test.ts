import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_PATTERN, matchesEvent } from './event-pattern.ts'

test('a star stands for any text within a name, and everything else for itself', () => {
  const matching = [
    ...[
      ['*', 'user.created'],
      ['user.*', 'user.created'],
      ['org.*', 'org.member.added'],
      ['*.created', 'org.role.created'],
    ],
    ...[
      ['org.*.added', 'org.member.added'],
      ['*.*', 'user.created'],
      ['user.created', 'user.created'],
    ],
  ] as const
  const other = [
    ...[
      ['user.*', 'users.created'],
      ['user.*', 'user'],
      ['*.created', 'user.created.twice'],
      ['user.created', 'user.created2'],
    ],
    ...[
      ['org.*.added', 'org.added'],
      ['a.*.a', 'a.a'],
      ['*.b.*', 'a.b'],
      ['user_created', 'user.created'],
    ],
  ] as const
  for (const [pattern, name] of matching) assert.ok(matchesEvent(pattern, name), `${pattern} ${name}`)
  for (const [pattern, name] of other) assert.ok(!matchesEvent(pattern, name), `${pattern} ${name}`)
})

test('what is taken for a name or glob holds no more than six parts, each a word or a star', () => {
  const shape = new RegExp(EVENT_PATTERN)
  for (const fine of ['*', 'user.created', 'user.*', '*.*', 'a.b.c.d.e.f', 'mfa.recovery_code_used']) {
    assert.ok(shape.test(fine), fine)
  }
  for (const wrong of [
    '',
    'user',
    'user.',
    '.user',
    'user.*x',
    '**',
    'User.created',
    'a.b.c.d.e.f.g',
    'a b.c',
    'a.b\n',
  ]) {
    assert.ok(!shape.test(wrong), wrong)
  }
})
