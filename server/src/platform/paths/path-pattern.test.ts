import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalPath } from './canonical-path.ts'
import { matchPattern, parsePattern } from './path-pattern.ts'
import type { PatternMatch } from './path-pattern.ts'

function match(pattern: string, path: string): PatternMatch {
  const [parsed, canonical] = [parsePattern(pattern), canonicalPath(path)]
  assert.ok(parsed && canonical, `${pattern} ${path}`)
  return matchPattern(parsed, canonical.segments)
}

test('a pattern fits the paths it says', () => {
  const cases: readonly [string, string, PatternMatch][] = [
    ['/', '/', 'exact'],
    ['/', '/a', 'no'],
    ['/*', '/', 'exact'],
    ['/*', '/a/b', 'exact'],
    ['/admin', '/admin', 'exact'],
    ['/admin', '/admin/', 'exact'],
    ['/admin/', '/admin', 'exact'],
    ['/admin', '/admin/x', 'no'],
    ['/admin', '/administrators', 'no'],
    ['/admin/*', '/admin', 'exact'],
    ['/admin/*', '/admin/', 'exact'],
    ['/admin/*', '/admin/a/b', 'exact'],
    ['/admin/*', '/administrators', 'no'],
    ['/users/{id}', '/users/7', 'exact'],
    ['/users/{id}', '/users', 'no'],
    ['/users/*/keys', '/users/7/keys', 'exact'],
    ['/users/*/keys', '/users/7/8/keys', 'no'],
    ['/users/{id}/*', '/users/7', 'exact'],
    ['/caf%C3%A9', '/caf%c3%a9', 'exact'],
    ['/a%40b', '/a@b', 'exact'],
    ['/admin/*', '/Admin/x', 'by-case'],
    ['/admin', '/ADMIN', 'by-case'],
    ['/users/{id}', '/users/MAYA', 'exact'],
  ]
  for (const [pattern, path, wanted] of cases) assert.equal(match(pattern, path), wanted, `${pattern} ${path}`)
})

test('what no canonical path could fit is no pattern', () => {
  const wrong = [
    '',
    'a',
    '*',
    '/a*',
    '/*a',
    '/a/**',
    '/a//b',
    '/..',
    '/a/../b',
    '/a?b',
    '/a;b',
    '/{',
    '/{a b}',
    '/{}',
    '/a%2fb',
    '/caf\u00e9',
    '/a b',
    '//*',
  ]
  for (const text of wrong) assert.equal(parsePattern(text), undefined, text)
})
