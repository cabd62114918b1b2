import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words } from './words.ts'

describe('a catalogue', () => {
  const texts = words({
    en: { title: 'Sign in', hello: (name: string) => `Hello, ${name}`, errors: { email: 'Enter an address.' } },
    es: { title: 'Entrar', hello: (name) => `Hola, ${name}`, errors: { email: 'Escribe una dirección.' } },
  })

  test('answers the texts of a language', () => {
    assert.equal(texts('en').title, 'Sign in')
    assert.equal(texts('es').hello('Maya'), 'Hola, Maya')
    assert.equal(texts('es').errors.email, 'Escribe una dirección.')
  })

  test('with a text missing, too much or made from other parts is a type error', () => {
    // @ts-expect-error a text is missing
    words({ en: { a: 'A', b: 'B' }, es: { a: 'A' } })
    // @ts-expect-error a text is too much
    words({ en: { a: 'A' }, es: { a: 'A', b: 'B' } })
    // @ts-expect-error a text is made from other parts
    words({ en: { a: (n: number) => `${n}` }, es: { a: (n: string) => n.trim() } })
    // @ts-expect-error a language is missing
    words({ en: { a: 'A' } })
    assert.ok(texts)
  })
})
