import assert from 'node:assert/strict'
import { test } from 'node:test'
import { button, errorSummary, field, form, ribbon } from './components.ts'
import { html } from '#/platform/html/html.ts'
import type { Html } from '#/platform/html/html.ts'
import { initials } from './shapes.ts'

// The markup with white space as a browser reads it.
const textOf = (markup: Html | undefined): string => String(markup).replace(/\s+/g, ' ').replace(/> </g, '><')

const email = { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' } as const

test('ties label, error and hint to the input', () => {
  const text = textOf(field({ ...email, value: 'a"b', hint: 'H', error: 'E' }))
  assert.match(text, /<label for="email">/)
  assert.match(text, /<p class="field-error" id="email-error">E<\/p>/)
  assert.match(text, /<p class="hint" id="email-hint">H<\/p>/)
  assert.match(
    text,
    /value="a&quot;b" required="" autocapitalize="none" spellcheck="false" aria-describedby="email-error email-hint" aria-invalid="true"/,
  )
})

test('never sends a password back', () => {
  const text = textOf(field({ ...email, name: 'password', type: 'password', value: 'secret' }))
  assert.doesNotMatch(text, /secret/)
})

test('says that a field may stay empty instead of requiring it', () => {
  const text = textOf(field({ ...email, optional: 'optional' }))
  assert.match(text, /\(optional\)/)
  assert.doesNotMatch(text, /required/)
})

test('a form carries its token and posts to the address given', () => {
  const text = textOf(form({ action: '/login?next=%2Fa', csrfToken: 'tok', body: button('Go') }))
  assert.match(
    text,
    /^<form method="post" action="\/login\?next=%2Fa"><input type="hidden" name="csrf_token" value="tok" ?\/>/,
  )
})

test('the summary leads to each wrong field and is absent when nothing is wrong', () => {
  assert.equal(errorSummary({ email: undefined }), undefined)
  const text = textOf(errorSummary({ email: 'Wrong.', '': 'All of it.' }))
  assert.match(text, /role="alert"><ul><li><a href="#email">Wrong\.<\/a><\/li><li>All of it\.<\/li>/)
})

test('the ribbon names every hop in text, so that no shape or colour carries meaning alone', () => {
  const text = textOf(
    ribbon([
      { kind: 'person', name: '<Maya>', role: 'you' },
      { kind: 'agent', name: 'Planner', role: 'agent' },
    ]),
  )
  assert.match(text, /<span class="hop-name">&lt;Maya&gt;<\/span><span class="hop-role">you<\/span>/)
  assert.equal(text.match(/aria-hidden="true"/g)?.length, 2)
})

test('takes initials from names, addresses and other scripts', () => {
  assert.equal(initials('Maya von Lind'), 'ML')
  assert.equal(initials('maya@example.com'), 'M')
  assert.equal(initials('ångström-planner'), 'ÅP')
  assert.equal(initials('…'), '')
})

test('markup given as a label stays text', () => {
  assert.match(button('<x>').toString(), /&lt;x&gt;/)
  assert.match(html`${button('A')}`.toString(), /<button/)
})
