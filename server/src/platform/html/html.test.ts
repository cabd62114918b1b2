import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html } from './html.ts'

test('escapes every character that could leave text or a quoted attribute', () => {
  assert.equal(html`<p>${`<&>"'\``}</p>`.toString(), '<p>&lt;&amp;&gt;&quot;&#39;&#96;</p>')
})

test('keeps nested markup and joins lists of it', () => {
  const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`)
  assert.equal(html`<b>${items}</b>`.toString(), '<b><i>a</i><i>&lt;b&gt;</i></b>')
})

test('writes nothing for false, null and undefined, and writes zero', () => {
  assert.equal(html`[${false}${null}${undefined}${0}]`.toString(), '[0]')
})

test('refuses an attribute value without quotes', () => {
  assert.throws(() => html`<input value=${'a'} />`, /quoted/)
  assert.throws(
    () =>
      html`<p>${'a'}</p>
        <input value=${'a'} />`,
    /quoted/,
  )
})

test('takes a value that follows an equals sign inside of quotes', () => {
  const id = 'a&b'
  assert.equal(
    html`<a href="/login?request=${id}&next=${id}">x</a>`.toString(),
    '<a href="/login?request=a&amp;b&next=a&amp;b">x</a>',
  )
})

test('an object that only looks like markup is escaped like any text', () => {
  const forged = { toString: () => '<script>' } as unknown as string
  assert.throws(() => html`${forged}`)
})

test('no text leaves the place it is written to', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const inner = html`<a title="${text}">${text}</a>`.toString().slice('<a title="'.length, -'</a>'.length)
      assert.equal(inner.split('"').length, 2)
      assert.equal(inner.split('<').length, 1)
      assert.equal(inner.split('>').length, 2)
    }),
  )
})
