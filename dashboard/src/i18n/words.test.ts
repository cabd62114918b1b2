import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, perLanguage } from './words.ts'
import type { Locale } from './words.ts'

test('what a language needs is made once, however often it is used', () => {
  const made: Locale[] = []
  const greetingIn = perLanguage((locale) => {
    made.push(locale)
    return { en: 'hello', es: 'hola' }[locale]
  })
  assert.deepEqual(
    [greetingIn('en'), greetingIn('es'), greetingIn('en'), greetingIn('es')],
    ['hello', 'hola', 'hello', 'hola'],
  )
  assert.deepEqual(made, ['en', 'es'])
})

test('a noun has the form that goes with its number, in the language', () => {
  assert.equal(counted('en', 1, 'user', 'users'), '1 user')
  assert.equal(counted('en', 2000, 'user', 'users'), '2,000 users')
  assert.equal(counted('es', 12_000, 'usuario', 'usuarios'), '12.000 usuarios')
})
