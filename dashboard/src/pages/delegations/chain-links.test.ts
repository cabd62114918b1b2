import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainText } from '#/pictures/chain.ts'
import { linksOf } from './chain-links.ts'

const hop = (actor: string, status = 'active', key: string | null = null) => ({
  token_id: `tok_${actor}`,
  actor,
  delegator: null,
  scope: 'read',
  dpop_jkt: key,
  policy_id: null,
  status,
  expires_at: '2026-01-15T12:00:00.000Z',
})
const names = new Map([['usr_1', { kind: 'person' as const, name: 'Maya', to: undefined }]])

test('a chain names each client once, though a family stands above the token it yielded', () => {
  const links = linksOf({ subject: 'usr_1', hops: [hop('desk'), hop('desk'), hop('planner', 'revoked', 'abc')] }, names)
  assert.equal(chainText(links), '(Maya) -> [desk] -x- [planner]')
  assert.deepEqual(
    links.map(({ isBound }) => isBound),
    [undefined, false, true],
  )
})

test('an agent that began by itself is its own beginning', () => {
  assert.equal(
    chainText(linksOf({ subject: 'planner', hops: [hop('planner'), hop('mailer')] }, names)),
    '[planner] -> [mailer]',
  )
})
