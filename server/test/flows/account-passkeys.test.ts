import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAsksForProof, errorsIn, MINUTE, noticeAfter, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed, FactorPerson } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestApp } from '#test/support/app.ts'

/** Somebody with a passkey, and the page of that passkey. */
async function withPasskey(app: TestApp): Promise<{ person: FactorPerson; page: string }> {
  const person = await FactorPerson.proven(app)
  return { person, page: `/account/passkeys/${String((await person.addPasskey()).json['id'])}` }
}

describe('passkeys of the account', () => {
  test('are added by the script of a page, which says so where there are no scripts', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.proven(app)
    const { text } = await visitor.send({
      url: '/account/passkeys/new',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
    })
    assert.match(text, /data-passkey="register"\s+data-next="\/account\/security"\s+data-csrf="[^"]+"/)
    assert.match(text, /\shidden\s*>[^]*value="Firefox on Linux"/)
    assert.match(text, /class="without-passkeys">\s*Your browser has to run scripts/)
  })

  onEachApp('are listed, named and removed', async (_t, app) => {
    const { person, page } = await withPasskey(app)
    const { visitor } = person
    assert.match((await visitor.open('/account/security')).text, /<p class="row-title">Passkey<\/p>[^]*never used/)
    const renamed = await press(visitor, page, page, { name: 'Work <laptop>' })
    assert.equal(locationOf(renamed), '/account/security')
    assert.equal(await noticeAfter(visitor, renamed), 'The passkey has its new name.')
    assert.match((await visitor.open(page)).text, /<h1>Work &lt;laptop&gt;<\/h1>/)
    assert.match((await visitor.open('/account')).text, /Work &lt;laptop&gt;/)
    const removed = await press(visitor, page, `${page}/remove`)
    assert.match((await noticeAfter(visitor, removed)) ?? '', /Passkey removed/)
    assertErrorPage(await visitor.open(page), 404)
    assert.equal((await eventsNamed(app, 'passkey.renamed', 'passkey.removed')).length, 2)
    assert.equal((await person.passkeyLogIn()).status, 401)
  })

  test('a name that can not be shown is refused, and the passkey keeps its own', async (t) => {
    const app = await createTestApp(t)
    const { person, page } = await withPasskey(app)
    for (const name of ['', 'x'.repeat(101), 'a\u0007b']) {
      const refused = await press(person.visitor, page, page, { name })
      assert.equal(refused.status, 400)
      assert.deepEqual(errorsIn(refused), ['Enter a name of 1 to 100 visible characters.'])
      assert.match(refused.text, /<h1>Passkey<\/h1>/)
    }
  })

  test('removing one asks for a fresh proof, and leads back to its page', async (t) => {
    const app = await createTestApp(t)
    const { person, page } = await withPasskey(app)
    app.clock.advance(5 * MINUTE + 1)
    const refused = await press(person.visitor, page, `${page}/remove`)
    assertAsksForProof(refused, page)
    const proven = await person.visitor.submit(locationOf(refused) ?? '', { password: GOOD_PASSWORD })
    assert.equal(locationOf(proven), page)
    assert.equal((await press(person.visitor, page, `${page}/remove`)).status, 303)
  })
})
