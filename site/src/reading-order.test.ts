import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { readingOrder } from './reading-order.ts'

const DOCUMENTS = path.join(import.meta.dirname, '..', '..', 'docs')
const sections = readingOrder(DOCUMENTS)
const entries = sections.flatMap((section) => section.entries)

test('every document is listed once, except those that a list of their own has', () => {
  const listed = entries.map(({ file }) => file).toSorted()
  const documents = globSync('**/*.md', { cwd: DOCUMENTS }).filter(
    (file) => file !== 'README.md' && (path.dirname(file) !== 'decisions' || file.endsWith('README.md')),
  )
  assert.deepEqual(listed, documents.toSorted())
})

test('every page has a title, an address of its own and a sentence about it', () => {
  assert.equal(new Set(entries.map(({ link }) => link)).size, entries.length)
  for (const { title, description, link } of entries) {
    assert.ok(title.length > 2 && description.length > 10, `${title}: ${description}`)
    assert.match(description, /^\S.*\S$/)
    assert.doesNotMatch(description, /[`\n]|\]\(/)
    assert.match(link, /^\/[\w/-]*$/)
  }
})

test('guides stand at the top, and the list of a folder at its address', () => {
  const linkOf = (name: string) => entries.find(({ file }) => file === name)?.link
  assert.equal(linkOf('guides/quickstart.md'), '/quickstart')
  assert.equal(linkOf('decisions/README.md'), '/decisions/')
  assert.equal(sections[0]?.entries[0]?.file, 'guides/quickstart.md')
})
