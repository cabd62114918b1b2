import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalPath } from '#/platform/paths/canonical-path.ts'
import { hostsBeyond, permits, proxyRuleErrors } from './proxy-rules.ts'
import { templates } from './templates.ts'

test('the rules of every template are as those of operators have to be', () => {
  for (const [name, { proxy }] of Object.entries(templates)) {
    assert.deepEqual(proxyRuleErrors({ kind: 'oauth', proxy }), [], name)
  }
})

test('no template lets an agent trade a token for another one, or have one repeated', () => {
  const addresses: [template: string, path: string][] = [
    ['slack', '/api/oauth.v2.exchange'],
    ['slack', '/api/auth.revoke'],
    ['slack', '/api/API.test'],
    ['github', '/applications/x/token'],
    ['gitlab', '/api/v4/user/personal_access_tokens'],
    ['gitlab', '/api/v4/users/7/personal_access_tokens'],
    ['gitlab', '/api/v4/personal_access_tokens/self/rotate'],
    ['gitlab', '/api/v4/projects/7/access_tokens'],
    ['gitlab', '/oauth/token'],
    ['notion', '/v1/oauth/token'],
    ['dropbox', '/2/auth/token/from_oauth1'],
    ['discord', '/api/v10/oauth2/token'],
    ['figma', '/v1/oauth/refresh'],
    ['hubspot', '/oauth/v1/access-tokens/x'],
    ['google_gmail', '/calendar/v3/users/me'],
    ['google_drive', '/oauth2/v1/tokeninfo'],
    ['jira', '/ex/confluence/x'],
  ]
  for (const [name, path] of addresses) {
    const canonical = canonicalPath(path)
    const rules = templates[name]?.proxy
    assert.ok(canonical && rules)
    for (const method of ['GET', 'POST']) assert.equal(permits(rules, method, canonical), false, `${name} ${path}`)
  }
})

test('a host is beyond rules when none of them has it', () => {
  const rules = (...hosts: string[]) => ({ hosts, allow: [{ paths: ['/*'] }] })
  const one = 'https://one.example'
  const two = 'https://two.example'
  assert.deepEqual(hostsBeyond(rules(one, two), [rules(one)]), [two])
  assert.deepEqual(hostsBeyond(rules(one, two), [rules(one), rules(two)]), [])
  assert.deepEqual(hostsBeyond(rules(one), [null, undefined]), [one])
  assert.deepEqual(hostsBeyond(null, [rules(one)]), [])
})
