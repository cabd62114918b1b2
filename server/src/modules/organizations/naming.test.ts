import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#/platform/errors/app-error.ts'
import { canonicalSlug, organizationName } from './naming.ts'
import { cpuTimeOf } from '#test/support/timing.ts'

/** What a text becomes; undefined when it is refused. */
function attempt(read: (text: string) => string, text: string): string | undefined {
  try {
    return read(text)
  } catch (error) {
    assert.ok(error instanceof AppError, String(error))
    return undefined
  }
}

describe('the name of an organization', () => {
  for (const name of ['Harbour Works', 'Ørsted & Søn', '株式会社', 'a', 'x'.repeat(100), 'www Ltd', 'A/B: Testing']) {
    test(`${name.slice(0, 20)} is one`, () => assert.equal(organizationName(` ${name} `), name))
  }
  for (const name of ['', ' ', 'x'.repeat(101), 'a\u202eb', 'a\nb', 'http://evil.example', 'see www.evil.example']) {
    test(`${JSON.stringify(name.slice(0, 20))} is none`, () => assert.equal(attempt(organizationName, name), undefined))
  }
})

describe('a slug', () => {
  test('has one form, which is its own', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9-]{0,12}$/)), (text) => {
        const slug = attempt(canonicalSlug, text)
        if (slug === undefined) return
        assert.match(slug, /^[a-z0-9-]{2,63}$/)
        assert.equal(canonicalSlug(slug), slug)
        assert.equal(canonicalSlug(slug.toUpperCase()), slug)
      }),
    )
  })

  test('of any length is judged at once', async () => {
    const text = `${'a-'.repeat(500_000)}!`
    assert.ok((await cpuTimeOf(() => assert.equal(attempt(canonicalSlug, text), undefined))) < 500)
  })
})
