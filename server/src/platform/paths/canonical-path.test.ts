import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalPath } from './canonical-path.ts'
import { matchPattern, parsePattern } from './path-pattern.ts'

test('PX3: a path has one form, whose escapes are needed and in upper case', () => {
  const forms: Record<string, string> = {
    '/': '/',
    '/repos/mandate/issues': '/repos/mandate/issues',
    '/a/': '/a/',
    '/%61dmin/%7euser': '/admin/~user',
    '/caf%c3%a9': '/caf%C3%A9',
    '/a%20b': '/a%20b',
    '/a:b@c,d=e+f!*()': '/a:b@c,d=e+f!*()',
    '/a?b=/../c%2f': '/a',
    '/...': '/...',
  }
  for (const [target, path] of Object.entries(forms)) assert.equal(canonicalPath(target)?.path, path, target)
  assert.equal(canonicalPath('/a?b=%2f&c')?.query, '?b=%2f&c')
  assert.deepEqual(canonicalPath('/a%20b/c/')?.segments, ['a b', 'c'])
})

test('PX3: what two servers could read as two paths has none', () => {
  const ambiguous = [
    ...['', 'a', '//a', '/a//b', '//', '/./a', '/a/.', '/../a', '/a/..', '/a/%2e%2e/b', '/a/.%2E', '/a/%2e', '/a%2fb'],
    ...['/a%2Fb', '/a%5cb', '/a\\b', '/a;b', '/a/..;/b', '/a%3bb', '/a%00', '/a%0d%0ab', '/a%252e', '/a%25', '/a%'],
    ...[
      '/a%zz',
      '/a%c0%ae',
      '/a%ff',
      '/a#b',
      '/a%23b',
      '/a%3fb',
      '/a b',
      '/é',
      '/a%ef%bc%8fb',
      '/a%e2%80%a4%e2%80%a4/b',
    ],
    ...['http://other/a', '*', '/a?b c', '/a?b#c', '/a?\u0007', '/a%7f', '/a%c2%85'],
  ]
  for (const target of ambiguous) assert.equal(canonicalPath(target), undefined, JSON.stringify(target))
})

test('a pattern fits by its segments, and says when only the case of letters differs', () => {
  const match = (pattern: string, path: string) => {
    const [parsed, canonical] = [parsePattern(pattern), canonicalPath(path)]
    assert.ok(parsed && canonical, `${pattern} ${path}`)
    return matchPattern(parsed, canonical.segments)
  }
  const fits: [pattern: string, path: string, match: string][] = [
    ['/*', '/', 'exact'],
    ['/*', '/a/b', 'exact'],
    ['/repos/*', '/repos', 'exact'],
    ['/repos/*', '/repos/a/b/', 'exact'],
    ['/repos/*', '/reposx', 'no'],
    ['/repos/*/issues', '/repos/a/issues', 'exact'],
    ['/repos/{name}/issues', '/repos/a/b/issues', 'no'],
    ['/repos', '/repos/a', 'no'],
    ['/a%20b', '/a%20b', 'exact'],
    ['/admin/*', '/ADMIN/x', 'by-case'],
  ]
  for (const [pattern, path, expected] of fits) assert.equal(match(pattern, path), expected, `${pattern} ${path}`)
  for (const text of ['repos', '/a//b', '/a/../b', '/a*', '/a?b', '/a%2fb']) assert.equal(parsePattern(text), undefined)
})
