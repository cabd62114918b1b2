import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attributesOf, stretchesOf } from './markup.ts'
import { plainText } from './plain-text.ts'
import { escapeHtml } from './placeholders.ts'
import { cpuTimeOf } from '#test/support/timing.ts'

test('keeps paragraphs, lists and links', () => {
  const html = `<h1>Title</h1>
<p>One
  line,<br>another.</p>
<ul>
<li>First</li>
<li>Second</li>
</ul>
<p><a class="button" href="https://id.example/x?a=1&amp;b=2">Go on</a></p>
<p>See <a href="https://id.example/">https://id.example/</a> &mdash; now.</p>`
  assert.equal(
    plainText(html),
    `Title

One line,
another.

- First
- Second

Go on: https://id.example/x?a=1&b=2

See https://id.example/ — now.`,
  )
})

test('leaves out what nobody reads, and writes out what a picture says', () => {
  const html =
    '<html><head><title>T</title><style>p{}</style></head><body><!-- no --><script>no()</script><img alt="Logo" src="x"><p>Yes</p></body></html>'
  assert.equal(plainText(html), 'Logo\n\nYes')
})

test('decodes each escape once, and keeps what is none', () => {
  assert.equal(plainText('<p>&amp;lt; &#65;&#x42; &nbsp;&unknown; &#0; &#xD800;</p>'), '&lt; AB  &unknown;')
})

test('a text that was escaped comes back as it was, apart from white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const words = (value: string) => value.replace(/\s+/g, ' ').trim()
      assert.equal(words(plainText(`<p>${escapeHtml(text)}</p>`)), words(text))
    }),
  )
})

test('takes markup apart without losing or inventing a sign, in linear time', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<', '>', '"', "'", '=', ' ', 'a', '/', '!', '-', '<!--', '<style>', 'p')),
      (parts) => {
        const html = parts.join('')
        assert.equal([...stretchesOf(html)].map(({ source }) => source).join(''), html)
      },
    ),
  )
  for (const part of ['<a ', '<a "', '<a \'"', '<!--', '<script>', '<a b="', '<a b=\'"', '</', '<a x ', '<a b="c"']) {
    const html = part.repeat(100_000 / part.length)
    const took = await cpuTimeOf(() => {
      for (const { source } of stretchesOf(html)) attributesOf(source)
      plainText(html)
    })
    assert.ok(took < 1000, part)
  }
})

test('reads the attributes of a tag only when each value is in quotes', () => {
  assert.deepEqual(attributesOf('<a HREF="x" hidden title=\'y "z"\'>'), [
    { name: 'href', value: 'x' },
    { name: 'title', value: 'y "z"' },
  ])
  for (const tag of ['<a href=x>', '<a href="x"title="y">', '<a "x">', '</a>', '<a href="x>']) {
    assert.equal(attributesOf(tag), undefined, tag)
  }
})
