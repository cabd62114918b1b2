import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { addressOf } from './address.ts'

const root = createRootRoute()
const routeTree = root.addChildren(
  ['/users', '/users/$id', '/apps/$id'].map((path) => createRoute({ getParentRoute: () => root, path })),
)

for (const basepath of ['/admin', '/auth/admin']) {
  const history = createMemoryHistory({ initialEntries: [`${basepath}/users`] })
  const router = createRouter({ routeTree, basepath, history })

  test(`the address of a thing is the one that the router makes, below ${basepath}`, () => {
    const id = 'usr_01JD2V4S6Z-9xYk'
    assert.equal(`${router.basepath}${addressOf('/users/$id', id)}`, `${basepath}/users/${id}`)
    assert.equal(router.buildLocation({ to: '/users/$id', params: { id } }).publicHref, `${basepath}/users/${id}`)
  })

  test(`an id is one part of its address, whatever it holds, below ${basepath}`, () => {
    for (const id of [
      '../apps/app_1',
      '/evil.example',
      'a?b=c#d',
      'a%2fb',
      '$&$id',
      'a b',
      'https://agent.example/x',
      '\\x',
      'é',
    ]) {
      const { pathname, search, hash } = new URL(router.basepath + addressOf('/users/$id', id), 'https://id.example')
      assert.deepEqual([search, hash], ['', ''], id)
      assert.equal(decodeURIComponent(pathname.slice(`${basepath}/users/`.length)), id)
      assert.doesNotMatch(pathname.slice(`${basepath}/users/`.length), /\//)
    }
  })
}
