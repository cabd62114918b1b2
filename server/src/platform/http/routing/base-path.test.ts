import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basePathOf, belowBasePath, pageWithBasePath, withBasePath } from './base-path.ts'

test('a base URL has a path or none', () => {
  assert.equal(basePathOf('https://id.example.com'), '')
  assert.equal(basePathOf('https://example.com/id/eu'), '/id/eu')
})

test('takes targets with the path and without it, and nothing that only looks alike', () => {
  for (const [target, seen] of [
    ['/id/oauth/token', '/oauth/token'],
    ['/oauth/token', '/oauth/token'],
    ['/id', '/'],
    ['/id?x=1', '/?x=1'],
    ['/idle', '/idle'],
    ['/id//x', '//x'],
  ] as const) {
    assert.equal(belowBasePath(target, '/id'), seen)
  }
  assert.equal(belowBasePath('/id/x', ''), '/id/x')
})

test('gives our own addresses the path and leaves all others', () => {
  assert.equal(withBasePath('/login?next=%2F', '/id'), '/id/login?next=%2F')
  assert.equal(withBasePath('https://app.example.com/cb', '/id'), 'https://app.example.com/cb')
  assert.equal(withBasePath('//evil.example.com', '/id'), '//evil.example.com')
  const page = '<link href="/assets/x.css"><form action="/login"><a href="https://x.example">/login</a> href=&quot;/a'
  const expected =
    '<link href="/id/assets/x.css"><form action="/id/login"><a href="https://x.example">/login</a> href=&quot;/a'
  assert.equal(pageWithBasePath(page, '/id'), expected)
})
