import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsFor } from './commands.ts'
import { screen } from './screen.ts'

const load = (): never => {
  throw new Error('nothing is opened here')
}
const screens = [
  screen({
    label: { en: 'Users', es: 'Usuarios' },
    icon: 'users',
    group: 'people',
    routes: [{ path: '/users', load }],
    objects: { usr: (id) => `/users/${id}` },
    finds: { email: (email) => ({ to: '/users', search: { search: email } }) },
  }),
  screen({
    label: { en: 'Applications', es: 'Aplicación' },
    icon: 'app',
    group: 'apps',
    routes: [{ path: '/apps', load }],
  }),
]

test('a screen is found by a part of its name, in either language and without accents', () => {
  assert.deepEqual(
    commandsFor('licac', screens, 'es').map(({ to }) => to),
    ['/apps'],
  )
  assert.deepEqual(
    commandsFor('aplicacion', screens, 'en').map(({ label }) => label),
    ['Applications'],
  )
  assert.equal(commandsFor('', screens, 'en').length, 2)
})

test('a pasted id leads to what it names, where a screen has such things', () => {
  assert.deepEqual(
    commandsFor('usr_0123456789', screens, 'en').map(({ to }) => to),
    ['/users/usr_0123456789'],
  )
  assert.deepEqual(commandsFor('xyz_0123456789', screens, 'en'), [])
})

test('a pasted address leads to the list that finds it', () => {
  assert.deepEqual(commandsFor('maya@example.com', screens, 'en')[0]?.search, { search: 'maya@example.com' })
})
