import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateErrors } from './check.ts'
import { catalogues } from './catalogues.ts'
import { commonVariables, locales, neededVariables, templateNames, usableVariables } from './template-kinds.ts'

const kinds = usableVariables('reset')
const ofHtml = (html: string) => templateErrors({ html }, kinds).map(({ message }) => message)
const ofSubject = (subject: string) => templateErrors({ subject }, kinds).map(({ message }) => message)

test('the built-in templates are sound in every language, and use every variable they are given', () => {
  for (const locale of locales) {
    for (const template of templateNames) {
      const text = catalogues[locale].templates[template]
      assert.deepEqual(
        templateErrors(text, usableVariables(template), neededVariables(template)),
        [],
        `${template} ${locale}`,
      )
      const used = `${text.subject} ${text.html}`
      for (const name of Object.keys(usableVariables(template))) {
        assert.ok(name in commonVariables || used.includes(`{{${name}}}`), `${template} ${locale} leaves out ${name}`)
      }
    }
    assert.deepEqual(templateErrors(catalogues[locale].test, commonVariables), [])
  }
})

test('a message that somebody asked for a link in has one', () => {
  const needed = neededVariables('reset')
  assert.deepEqual(
    [needed, neededVariables('invitation'), neededVariables('password_changed')],
    [['link'], ['link'], []],
  )
  const message = 'must have {{link}}, which is what the message is sent for'
  assert.deepEqual(templateErrors({ html: '<p>{{name}}</p>' }, kinds, needed), [{ pointer: '/html', message }])
  for (const html of ['<a href="{{link}}">Reset</a>', '<p>{{ link }}</p>'])
    assert.deepEqual(templateErrors({ subject: 'Reset', html }, kinds, needed), [])
  assert.deepEqual(templateErrors({ subject: 'Reset' }, kinds, needed), [])
})

test('EM1: an unknown variable is an error that names it, whatever it tries to be', () => {
  for (const name of [
    'nmae',
    'constructor',
    '__proto__',
    'name.length',
    'constructor.constructor("x")()',
    '{name',
    '#each x',
    'name|raw',
  ]) {
    const [error] = templateErrors({ html: `<p>{{${name}}}</p>` }, kinds)
    assert.equal(error?.pointer, '/html')
    assert.ok(error.message.includes(`{{${name}}}`), error.message)
    assert.match(error.message, /known: name, link, expires_in, product_name, email/)
  }
  assert.deepEqual(ofHtml('<p>{{name</p>'), ['has a {{ that is never closed'])
})

test('EM1: a variable stands where an escaped value is safe', () => {
  for (const html of [
    '<p>{{name}} {{ link }}</p>',
    '<a href="{{link}}" title="For {{name}}">x</a>',
    "<a href='{{link}}'>x</a>",
    '<a class="button" href="{{link}}&amp;utm=mail">x</a>',
    '<img src="https://cdn.example/x.png" alt="{{product_name}}">',
    '<h1>1 &lt; 2</h1>',
  ]) {
    assert.deepEqual(ofHtml(html), [], html)
  }
})

test('EM1: a variable does not stand where it could become code, style, an attribute or a foreign address', () => {
  for (const html of [
    '<a href={{link}}>x</a>',
    '<a href="{{name}}">x</a>',
    '<a href="https://evil.example/?to={{link}}">x</a>',
    '<a href="https://evil.example/?who={{name}}">x</a>',
    '<a title="{{link}}">x</a>',
    '<a {{name}}="x">x</a>',
    '<a title=x{{name}}>x</a>',
    '<{{name}}>',
    '</{{name}}>',
    '<p style="color:{{name}}">x</p>',
    '<p class="{{name}}">x</p>',
    '<p onclick="{{name}}">x</p>',
    '<p><!-- {{name}} --></p>',
    '<style>p { color: {{name}} }</style>',
    '<script>{{name}}</script>',
    '<script>{{name}}',
    '<!-- {{name}}',
    '<a title="x>{{name}}</a>',
    '<a title="x"title="{{name}}">x</a>',
    '<p>1 < 2</p>',
  ]) {
    assert.notDeepEqual(ofHtml(html), [], html)
  }
})

test('a subject is one line, and carries no link: it is shown on locked screens', () => {
  assert.deepEqual(ofSubject('For {{name}} at {{product_name}}'), [])
  assert.match(ofSubject('Hello\r\nBcc: eve@evil.example')[0] ?? '', /one line/)
  assert.match(ofSubject('Go to {{link}}')[0] ?? '', /may not stand in a subject/)
  assert.match(ofSubject('{{nmae}}')[0] ?? '', /nmae/)
})

test('says what is wrong with both parts, each thing once', () => {
  const errors = templateErrors({ subject: '{{x}}', html: '{{x}}{{x}}{{y}}' }, kinds)
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/subject', '/html', '/html'],
  )
})
