import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { errorsIn, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed, FactorPerson } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { logIn } from '#test/support/recovery.ts'

const LEAVE = '/account/leave'

describe('deleting the account', () => {
  onEachApp('says what ends, takes the address typed again, and ends it', async (_t, app) => {
    const person = await FactorPerson.signUp(app)
    await person.elsewhere().logIn()
    const shown = await person.visitor.open(LEAVE)
    assert.match(shown.text, /You are signed out of 2 browsers\./)
    const gone = await press(person.visitor, LEAVE, LEAVE, { email: 'Maya@example.com' })
    assert.equal(gone.status, 200)
    assert.match(gone.text, /<h1>The account is deleted<\/h1>/)
    assert.equal(person.visitor.cookies['mandate_session'], undefined)
    assert.equal(await app.services.users.find(person.id), undefined)
    assert.equal((await logIn(app, person.email, GOOD_PASSWORD)).status, 401)
    assert.equal((await eventsNamed(app, 'user.deleted')).length, 1)
  })

  test('is not done for another address, or none', async (t) => {
    const app = await createTestApp(t)
    const person = await FactorPerson.signUp(app)
    for (const email of ['', 'noor@example.com', 'rubbish']) {
      const refused = await press(person.visitor, LEAVE, LEAVE, { email })
      assert.deepEqual([refused.status, errorsIn(refused)], [400, ['This is not the address of the account.']])
    }
    assert.equal(await person.isSignedIn(), true)
  })

  test('is refused to the last owner of the server', async (t) => {
    const app = await createTestApp(t)
    const owner = await FactorPerson.signUp(app)
    await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
    const refused = await press(owner.visitor, LEAVE, LEAVE, { email: owner.email })
    assert.equal(refused.status, 409)
    assert.match(errorsIn(refused)[0] ?? '', /last owner/)
    assert.equal(await owner.isSignedIn(), true)
  })

  test('is refused to the only owner of an organization, who reads why', async (t) => {
    const app = await createTestApp(t)
    const owner = await FactorPerson.signUp(app)
    await app.admin('POST', '/admin/organizations', { name: 'Acme', slug: 'acme', owner_id: owner.id })
    const refused = await press(owner.visitor, LEAVE, LEAVE, { email: owner.email })
    assert.equal(refused.status, 409)
    assert.match(errorsIn(refused)[0] ?? '', /no owner but you/)
    assert.equal(await owner.isSignedIn(), true)
  })

  test('speaks Spanish to who reads it', async (t) => {
    const app = await createTestApp(t)
    const { visitor, email } = await FactorPerson.signUp(app)
    const es = { 'accept-language': 'es' }
    const refused = await press(visitor, LEAVE, LEAVE, { email: 'x' }, es)
    assert.deepEqual(errorsIn(refused), ['Esta no es la dirección de la cuenta.'])
    assert.match((await press(visitor, LEAVE, LEAVE, { email }, es)).text, /<h1>La cuenta está borrada<\/h1>/)
  })
})
