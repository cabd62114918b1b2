import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// What documents and comments point at is there: files, headings, rules.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const found = (patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => name.includes('node_modules') }).toSorted()

const documents = found(['*.md', 'docs/**/*.md', 'bench/*.md', 'sdk/*.md', 'examples/**/*.md'])
const sources = found(['{server,e2e,bench,bootstrap,examples}/**/*.{ts,mjs,sql}'])

/** A document without the text of its code, which is no link and no heading. */
const prose = (file: string): string => read(file).replace(/^```[^]*?^```/gm, '')

/** The fragment that a heading is linked by, as forges make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsOf = (file: string): string[] =>
  [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, text]) => anchorOf(text ?? ''))

function brokenLinks(file: string): string[] {
  return [
    ...prose(file)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [name = '', fragment] = target.split('#')
    const wanted = name === '' ? file : path.join(path.dirname(file), decodeURIComponent(name))
    if (!existsSync(path.join(ROOT, wanted))) return [`${file}: ${target} is not there`]
    const lacks = fragment !== undefined && wanted.endsWith('.md') && !anchorsOf(wanted).includes(fragment)
    return lacks ? [`${file}: ${target} has no such heading`] : []
  })
}

test('every link of a document leads somewhere', () => {
  assert.ok(documents.length > 20)
  assert.deepEqual(documents.flatMap(brokenLinks), [])
})

test('every rule that is cited stands in the conventions', () => {
  const rules = new Set([...read('docs/conventions.md').matchAll(/^- \*\*(G\d+)\./gm)].map(([, id]) => id))
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/\brules? (G\d+)\b/g)].map(([, id]) => ({ file, id })),
  )
  assert.ok(cited.length > 5)
  assert.deepEqual(
    cited.filter(({ id }) => !rules.has(id)),
    [],
  )
})

test('every document that a comment names is there, and a comment names it by its path', () => {
  const named = sources.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([name]) => ({ file, name })),
  )
  assert.ok(named.length > 5)
  assert.deepEqual(
    named.filter(({ name }) => !existsSync(path.join(ROOT, name))),
    [],
  )
  const vague = sources.filter((file) => /\b(decisions?|security) §\s?\d/i.test(read(file)))
  assert.deepEqual(vague, [])
})

test('every file of ours that a document or a comment names in full is there', () => {
  const inFull = /\b(?:server\/(?:src|test|scripts|migrations)|e2e|bench|bootstrap)\/[\w/-]+\.(?:ts|mjs|md|sql|json)\b/g
  const missing = [...documents, ...sources.filter((file) => !file.endsWith('documents.test.ts'))].flatMap((file) =>
    [...read(file).matchAll(inFull)]
      .filter(([name]) => !existsSync(path.join(ROOT, name)))
      .map(([name]) => `${file}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('every file that a comment names in short is there', () => {
  const ours = sources.filter((file) => !file.includes('/apps/snippets/'))
  const missing = ours.flatMap((file) =>
    [...read(file).matchAll(/^\s*(?:\/\/|\/?\*).*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/`([\w./-]*[\w-]\.(?:ts|mjs|sql))`/g)]
        .map(([, name = '']) => name)
        .filter(
          (name) => !name.startsWith('./') && !sources.some((known) => known === name || known.endsWith(`/${name}`)),
        )
        .map((name) => `${file}: ${name}`),
    ),
  )
  assert.deepEqual(missing, [])
})

test('every decision has a date, a status, what was rejected, and a line in the index', () => {
  const decisions = found(['docs/decisions/*.md']).filter((file) => !file.endsWith('README.md'))
  const index = read('docs/decisions/README.md')
  const lacking = decisions.filter((file) => {
    const text = read(file)
    const dated = /^# .+\n\n\d{4}-\d\d-\d\d · (accepted|replaced by .+)\n/.test(text)
    return !dated || !/^## Rejected$/m.test(text) || !index.includes(`(${path.basename(file)})`)
  })
  assert.ok(decisions.length >= 10)
  assert.deepEqual(lacking, [])
})

test('a standard is cited in one form', () => {
  // Code written for other programs is in ASCII, and so spells its sections out.
  const ours = sources.filter((file) => !file.includes('/apps/snippets/'))
  const forms = ours.flatMap((file) =>
    [...read(file).matchAll(/\bRFC[ -]?\d{3,5},? (?:section|sec\.|Section) ?[\d.]+|\bRFC\d{3,5}\b/g)]
      .map(([text]) => `${file}: ${text}`)
      .filter((line) => !/https?:/.test(line)),
  )
  assert.deepEqual(forms, [])
})
