import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import fc from 'fast-check'
import { SAML_NOW, samlParties } from '#test/support/saml-idp.ts'
import { parseXml } from './document.ts'
import { SamlRefusal } from './refusal.ts'
import { readResponse } from './response.ts'
import { checkXmlText, escapeXml, MAX_XML_BYTES } from './xml-text.ts'

const check = (text: string): void => checkXmlText(text, { comments: false })

const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(10)}">]><lolz>&lol2;</lolz>`

const hostile: Readonly<Record<string, string>> = {
  'a billion laughs': laughs,
  'an entity that reads a file': '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  'a document type elsewhere': '<!DOCTYPE a SYSTEM "http://canary.test/a.dtd"><a></a>',
  'a document type within': '<a><!DOCTYPE a></a>',
  'an entity nobody declared': '<a>&x;</a>',
  'an ampersand alone': '<a>&</a>',
  CDATA: '<a><![CDATA[x]]></a>',
  'an instruction': '<a><?xml-stylesheet href="http://canary.test"?></a>',
  'a comment': '<a><!-- x --></a>',
  'another encoding': '<?xml version="1.0" encoding="UTF-7"?><a></a>',
  'XML 1.1': '<?xml version="1.1"?><a></a>',
  'two documents': '<a></a><b></b>',
  'text behind the document': '<a></a>x',
  'an element that is not closed': '<a><b></a>',
  'elements that cross': '<a><b></a></b>',
  'an attribute without quotes': '<a b=c></a>',
  'an attribute without a value': '<a b></a>',
  'an end with an attribute': '<a></a b="c">',
  'a reference to half a character': '<a>&#xD800;</a>',
  'a reference to NUL': '<a>&#0;</a>',
  NUL: '<a>\u0000</a>',
  nothing: '',
  'no element': 'hello',
}

for (const [what, xml] of Object.entries(hostile)) {
  test(`SA4: refuses ${what}`, () => {
    assert.throws(() => check(xml), SamlRefusal)
  })
}

test('SA4: lets in what providers write', () => {
  check('<?xml version="1.0" encoding="UTF-8"?>\n<a:b xmlns:a="urn:x" c=\'d\'>\n <e/>&amp;&#10;é😀 </a:b>\n')
  checkXmlText('<!-- made by hand --><a><!-- x - y --></a>', { comments: true })
  assert.throws(() => checkXmlText('<a><!-- x -- y --></a>', { comments: true }), SamlRefusal)
})

test('SA4: refuses what is too large, too deep or too many before anything parses it, and at once', async () => {
  const parties = await samlParties()
  const huge = [
    `<a>${'x'.repeat(MAX_XML_BYTES)}</a>`,
    `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`,
    `<a>${'<b/>'.repeat(5000)}</a>`,
    '<a '.repeat(80_000),
    `<a ${'b="c" '.repeat(30_000)}`,
    `<a b="${'x '.repeat(120_000)}`,
    `<a${' '.repeat(200_000)}`,
    `<a>${'&amp'.repeat(60_000)}</a>`,
    '<'.repeat(200_000),
    '<!--'.repeat(60_000),
  ]
  for (const xml of huge) {
    const start = performance.now()
    const outcome = readResponse(Buffer.from(xml).toString('base64'), { ...parties, now: SAML_NOW })
    await assert.rejects(outcome, SamlRefusal)
    assert.ok(performance.now() - start < 1000, xml.slice(0, 20))
  }
})

test('SA4: refuses what is not base64 or not UTF-8', async () => {
  const parties = await samlParties()
  for (const encoded of ['', ' ', '%%%', 'PGE+PC9hPg', 'PGE-PC9hPg==', Buffer.from([0xff, 0xfe]).toString('base64')]) {
    await assert.rejects(readResponse(encoded, { ...parties, now: SAML_NOW }), SamlRefusal)
  }
})

test('SA4: nothing that comes in as XML makes the reader fail in another way than by refusing', async () => {
  const piece = fc.constantFrom(
    '<a>',
    '</a>',
    '<a',
    '/>',
    '"',
    "'",
    '=',
    ' b="c"',
    '<!',
    '--',
    '&',
    'x',
    '<?',
    'xmlns:a="u"',
    'a:',
  )
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, fc.string({ unit: 'binary' })), async (xml) => {
      await parseXml(Buffer.from(xml)).catch((error: unknown) => assert.ok(error instanceof SamlRefusal, String(error)))
    }),
  )
})

test('a text that is escaped reads back as it was', async () => {
  const xmlText = fc.string({ unit: 'binary' }).filter((text) => {
    try {
      check(`<a>${escapeXml(text)}</a>`)
      return !text.includes('\r')
    } catch {
      return false
    }
  })
  await fc.assert(
    fc.asyncProperty(xmlText, async (text) => {
      const { root } = await parseXml(Buffer.from(`<a b="x">${escapeXml(text)}</a>`))
      assert.equal(Array.from(root.childNodes, (node) => node.nodeValue).join(''), text)
    }),
  )
})
