import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsFor } from './commands.ts'
import { screen } from './screen.ts'
import type { Known } from './commands.ts'

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

const known: Known = { screens, actions: [], found: [], recent: [] }

test('a screen is found by a part of its name, in either language and without accents', () => {
  assert.deepEqual(
    commandsFor('licac', known, 'es').map(({ to }) => to),
    ['/apps'],
  )
  assert.deepEqual(
    commandsFor('aplicacion', known, 'en').map(({ label }) => label),
    ['Applications'],
  )
  assert.equal(commandsFor('', known, 'en').length, 2)
})

test('a pasted id leads to what it names, where a screen has such things', () => {
  assert.deepEqual(
    commandsFor('usr_0123456789', known, 'en').map(({ to }) => to),
    ['/users/usr_0123456789'],
  )
  assert.deepEqual(commandsFor('xyz_0123456789', known, 'en'), [])
})

test('a pasted address leads to the list that finds it', () => {
  assert.deepEqual(commandsFor('maya@example.com', known, 'en')[0]?.to, '/users?search=maya%40example.com')
})

const maya = { kind: 'user', id: 'usr_0123456789', label: 'Maya', detail: 'maya@example.com', parent_id: null } as const

test('what the server found leads to its page, and stands once, by its name', () => {
  const found = { ...known, found: [maya] }
  assert.deepEqual(
    commandsFor('usr_0123456789', found, 'en').map(({ label, detail, to }) => [label, detail, to]),
    [['Maya', 'maya@example.com · Users', '/users/usr_0123456789']],
  )
})

test('what has no page of its own leads to that of what it belongs to', () => {
  const session = {
    kind: 'session',
    id: 'sess_0123456789',
    label: 'sess_0123456789',
    detail: null,
    parent_id: 'usr_1',
  } as const
  const people = screen({
    label: { en: 'Users', es: 'Usuarios' },
    icon: 'users',
    group: 'people',
    routes: [{ path: '/users', load }],
    objects: { sess: (_, user) => user && `/users/${user}?tab=sessions` },
  })
  const found = { ...known, screens: [people], found: [session] }
  assert.deepEqual(
    commandsFor('sess_0123456789', found, 'en').map(({ to }) => to),
    ['/users/usr_1?tab=sessions'],
  )
})

test('an action is found by its words and says its command; what was opened last comes first', () => {
  const rotate = {
    label: { en: 'Rotate signing key', es: 'Rotar la clave de firma' },
    icon: 'refresh',
    scope: 'signing-keys:write',
    cli: 'mandate signing rotate',
    to: '/signing-keys',
  } as const
  const before = { label: 'Maya', detail: 'Users', icon: 'users', to: '/users/usr_1' } as const
  const all = { ...known, actions: [rotate], recent: [before] }
  assert.deepEqual(
    commandsFor('rotar', all, 'en').map(({ cli }) => cli),
    ['mandate signing rotate'],
  )
  assert.equal(commandsFor('', all, 'en')[0]?.label, 'Maya')
})
