import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Form } from '#/platform/http/input/form.ts'
import { choiceCookie, localeOf } from './locale-of.ts'

interface Given {
  query?: string
  accept?: string
  cookie?: string
}

const request = ({ query = '', accept, cookie }: Given) => ({
  queryForm: Form.parse(query),
  headers: { 'accept-language': accept },
  cookies: cookie === undefined ? {} : { mandate_language: cookie },
})

describe('the language of a request', () => {
  test('is English when nobody says anything', () => {
    assert.equal(localeOf(request({})), 'en')
    assert.equal(localeOf({ headers: {}, cookies: {} }), 'en')
  })

  test('follows the browser, before it what was chosen, before it the page', () => {
    assert.equal(localeOf(request({ accept: 'es' })), 'es')
    assert.equal(localeOf(request({ accept: 'es', cookie: 'en.1' })), 'en')
    assert.equal(localeOf(request({ accept: 'es', cookie: 'en.1', query: 'ui_locales=fr+es-AR' })), 'es')
  })

  test('follows the application that asked, unless the person chose since', () => {
    const wish = { uiLocales: 'es', askedAt: 1000 }
    assert.equal(localeOf(request({ accept: 'en' }), wish), 'es')
    assert.equal(localeOf(request({ cookie: 'en.999' }), wish), 'es')
    assert.equal(localeOf(request({ cookie: 'en.1000' }), wish), 'en')
    assert.equal(localeOf(request({ accept: 'es' }), { uiLocales: null, askedAt: 1 }), 'es')
    assert.equal(localeOf(request({ accept: 'es' }), { uiLocales: 'fr tlh', askedAt: 1 }), 'es')
  })

  test('is never rubbish', () => {
    for (const cookie of ['', 'es', 'es.', 'xx.1', 'es.1e9', '__proto__.1', 'es.1.2', `es.${'9'.repeat(400)}`]) {
      assert.equal(localeOf(request({ cookie })), 'en', cookie)
    }
    for (const query of ['ui_locales=', 'ui_locales=%F0%9F%92%A5', 'ui_locales=constructor', 'ui_locales=-+-+-']) {
      assert.equal(localeOf(request({ query })), 'en', query)
    }
  })

  test('is remembered in a cookie no script reads', () => {
    const cookie = choiceCookie('es', 1000, true)
    assert.match(
      cookie,
      /^__Host-mandate_language=es\.1000; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
    )
    assert.equal(localeOf({ headers: {}, cookies: { '__Host-mandate_language': 'es.1000' } }), 'es')
  })
})
