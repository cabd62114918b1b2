import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ACCOUNT_PAGES } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import type { TestAnswer } from '#test/support/app.ts'

const headingsOf = ({ text }: TestAnswer): number[] =>
  [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))

const idsOf = ({ text }: TestAnswer): string[] => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => String(id))

/** Fields without a label, and what is named by an id that is not there. */
function nameless({ text }: TestAnswer): string[] {
  const ids = [...text.matchAll(/<input\b[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => !/type="hidden"|\bhidden\b/.test(input))
    .map((input) => /\bid="([^"]*)"/.exec(input)?.[1] ?? input)
  const labelled = ids.filter((id) => !text.includes(`<label for="${id}">`))
  const named = [...text.matchAll(/aria-(?:labelledby|describedby)="([^"]*)"/g)].flatMap(
    ([, all]) => all?.split(' ') ?? [],
  )
  return [...labelled, ...named.filter((id) => !text.includes(`id="${id}"`))]
}

/** Where a module of ours adds comfort. */
const SCRIPTED = ['/account/passkeys/new', '/account/email', '/account/password']

describe('the markup of the account', () => {
  for (const locale of ['en', 'es'] as const) {
    test(`has one heading of the first level, labels and a way around on every page (${locale})`, async (t) => {
      const app = await createTestApp(t)
      const person = await FactorPerson.proven(app)
      const passkey = String((await person.addPasskey()).json['id'])
      await person.visitor.open('/account/second-step')
      await person.call('POST', '/auth/mfa/totp/enroll')
      for (const url of [...ACCOUNT_PAGES, `/account/passkeys/${passkey}`]) {
        const page = await person.visitor.send({ url, headers: { 'accept-language': locale } })
        assert.equal(page.status, 200, url)
        assert.match(page.text, new RegExp(`<html lang="${locale}">`))
        const headings = headingsOf(page)
        assert.equal(headings.filter((level) => level === 1).length, 1, url)
        assert.equal(headings[0], 1, url)
        for (const [i, level] of headings.entries())
          assert.ok(level <= (headings[i - 1] ?? 0) + 1, `${url}: ${headings}`)
        assert.deepEqual(nameless(page), [], url)
        assert.equal(new Set(idsOf(page)).size, idsOf(page).length, `${url}: an id twice`)
        assert.match(page.text, /<nav aria-label="[^"]+">/)
        assert.equal(page.text.match(/<a href="\/account[^"]*"\s+aria-current="(page|true)"/g)?.length, 1, url)
        assert.equal(page.headers['cache-control'], 'no-store')
        assert.doesNotMatch(page.text, /undefined|\[object|NaN|style="|onclick/)
        assert.ok(gzipSync(page.text).length <= 6 * 1024, `${url}: ${gzipSync(page.text).length}`)
      }
    })
  }

  test('runs no script but where a passkey is made or a password typed', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.proven(app)
    for (const url of ACCOUNT_PAGES) {
      const { text, headers } = await visitor.open(url)
      const hasScript = SCRIPTED.includes(url)
      assert.equal(/<script/.test(text), hasScript, url)
      assert.equal(/script-src/.test(String(headers['content-security-policy'])), hasScript, url)
    }
  })

  test('a name full of markup stays a name', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.proven(app)
    await person.call('PATCH', '/auth/me', { name: '<b>"Maya"</b>' })
    const { text } = await person.visitor.open('/account')
    assert.match(text, /<h1>&lt;b&gt;&quot;Maya&quot;&lt;\/b&gt;<\/h1>/)
  })
})
