import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { destinationOf } from './destination.ts'

describe('where a sign-in leads', () => {
  it('names the authorization request that waits for it', () => {
    assert.equal(destinationOf('/oauth/authorize?request=req_1').requestId, 'req_1')
    assert.equal(destinationOf('/account?request=req_1').requestId, null)
  })

  it('is a recovery on the way to the dashboard alone', () => {
    for (const path of ['/admin?recovery', '/admin/users?tab=1&recovery='])
      assert.equal(destinationOf(path).recovery, true)
    for (const path of [
      '/',
      '/admin',
      '/administration?recovery',
      '/account?recovery',
      '//admin/?recovery',
      'http://%',
    ])
      assert.equal(destinationOf(path).recovery, false, path)
  })
})
