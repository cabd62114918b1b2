import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { post } from '#/support/agents.ts'
import { House } from './house.ts'
import { newDevice } from './pages/index.ts'
import { newPerson } from './person.ts'
import type { DeviceCode } from './pages/index.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

describe('devices, and leaving', { concurrency: 2 }, () => {
  let house: House
  before(async () => {
    house = await House.open()
  })
  after(() => house.close())

  const poll = ({ client_id, device_code }: DeviceCode) =>
    post(house.server.url, '/oauth/token', { grant_type: GRANT, client_id, device_code })

  for (const scripts of [true, false]) {
    const how = scripts ? '' : ', without scripts'

    test(`somebody types the code of a device, compares, allows it, and the device is connected${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const { email, password } = newPerson()
      const device = await newDevice(house)
      assert.equal((await poll(device)).body['error'], 'authorization_pending')
      await visitor.open(device.verification_uri)
      await visitor.follow('/signup')
      await visitor.submit({ email, password })
      await visitor.submit({ user_code: 'bcdf ghjk' })
      await visitor.page.locator('main [role=alert]').first().waitFor()
      await visitor.submit({ user_code: device.user_code.toLowerCase().replace('-', '') })
      assert.ok((await visitor.page.locator('main').innerText()).includes(device.user_code))
      await visitor.submit({}, 'allow')
      assert.equal((await poll(device)).status, 200)
    })

    test(`a device that is refused gets nothing${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const device = await newDevice(house)
      await visitor.signUp(newPerson())
      await visitor.open(device.verification_uri_complete)
      await visitor.submit({}, 'deny')
      assert.equal((await poll(device)).body['error'], 'access_denied')
    })

    test(`somebody signs out, here and for an application${how}`, async (t) => {
      const { application } = house
      const visitor = await house.visit(t, { scripts })
      const person = newPerson()
      await visitor.signUp(person)
      await visitor.open('/')
      await visitor.follow('/logout')
      await visitor.submit()
      assert.equal(visitor.url.pathname, '/logout')
      await visitor.open(application.start)
      await visitor.submit({ email: person.email, password: person.password })
      await visitor.submit({}, 'allow')
      const hint = application.idTokenOf(person.email)
      await visitor.open(application.signOut())
      await visitor.submit()
      assert.equal(visitor.url.href, `${application.url}/signed-out`, 'asked without a hint')
      await visitor.open('/login')
      await visitor.submit({ email: person.email, password: person.password })
      await visitor.open(application.signOut(hint))
      await visitor.open('/logout')
      assert.equal(await visitor.page.locator('main form').count(), 0, 'nobody is signed in')
    })
  }
})
