import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultBrand } from './brand.ts'
import { catalogues } from './catalogues.ts'
import { Composer } from './composer.ts'
import { sampleValues } from './email-templates.ts'
import { locales, templateNames, variableKinds } from './template-kinds.ts'
import { checkedValues } from './template-values.ts'
import { moment, span, worded } from './wording.ts'
import type { EmailBrand } from './brand.ts'
import type { Locale } from './template-kinds.ts'

const issuer = 'https://id.example'
const composer = (brand: Partial<EmailBrand> = {}) =>
  new Composer({ issuer, brand: () => Promise.resolve({ ...defaultBrand, ...brand }) })

const write = (template: { subject: string; html: string }, values: Record<string, string> = {}, brand = {}) =>
  composer(brand).write({ template, values: new Map(Object.entries(values)), to: 'maya@example.com', locale: 'en' })

test('every built-in message reads well in every language: nothing left unfilled, links whole in both parts', async () => {
  for (const locale of locales) {
    for (const template of templateNames) {
      const values = worded(template, sampleValues(template, locale, issuer, 0), locale)
      const { subject, html, text } = await composer().write({
        template: catalogues[locale].templates[template],
        values,
        to: 'maya@example.com',
        locale,
      })
      for (const part of [subject, html, text])
        assert.doesNotMatch(part, /\{\{|\}\}|undefined/, `${template} ${locale}`)
      // Who has no account any more is led nowhere.
      const link = 'link' in variableKinds(template) ? `${issuer}/account` : ''
      assert.match(html, new RegExp(`^<!doctype html>[^]*<html lang="${locale}">[^]*${link}"`))
      assert.match(text, new RegExp(link))
      assert.doesNotMatch(text, /<|&[a-z]+;/)
      assert.doesNotMatch(html, /src="|url\(|<script|<link/i, 'nothing is loaded from anywhere')
    }
  }
})

test('EM1: what a person wrote stays text in every part', async () => {
  const name = '<img src=x onerror=alert(1)> {{link}} "\'`&lt;'
  const { subject, html, text } = await write(
    { subject: 'For {{name}}', html: '<p title="{{name}}">{{name}}</p>' },
    { name, link: `${issuer}/secret` },
  )
  assert.equal(subject, `For ${name}`)
  assert.doesNotMatch(html, /<img|\/secret/)
  assert.match(html, /<p title="&lt;img src=x onerror=alert\(1\)&gt; \{\{link\}\} &quot;&#39;&#96;&amp;lt;"/)
  assert.ok(text.startsWith(name))
})

test('EM2: no value makes a second line of a subject', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
      const { subject } = await write({ subject: 'For {{name}}', html: '<p></p>' }, { name })
      assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('gives plain elements their look, and leaves alone what brings its own', async () => {
  const { html } = await write({
    subject: 's',
    html: '<p class="fine">a</p><a class="button" href="https://x.example">b</a><p style="color:red">c</p><pre>d</pre>',
  })
  assert.match(html, /<p class="fine" style="margin:24px 0 0;[^"]*color:#545b66">a</)
  assert.match(html, /<a class="button" href="https:\/\/x\.example" style="display:inline-block;[^"]*#305eb7/)
  assert.match(html, /<p style="color:red">c<\/p><pre>d<\/pre>/)
})

test('a template that is a whole document gets no layout', async () => {
  const { html, text } = await write({
    subject: 's',
    html: '<!DOCTYPE html><html><body><p>{{email}}</p></body></html>',
  })
  assert.match(html, /^<!DOCTYPE html><html><body><p style="[^"]*">maya@example\.com<\/p><\/body><\/html>$/)
  assert.equal(text, 'maya@example.com')
})

test('follows the brand, but not a colour that is more than a colour', async () => {
  const template = { subject: '{{product_name}}', html: '<p><a class="button" href="https://x.example">b</a></p>' }
  const { subject, html } = await write(
    template,
    {},
    { productName: 'Acme <ID>', accent: '#0a0', accentDark: 'red;}</style>' },
  )
  assert.equal(subject, 'Acme <ID>')
  assert.match(html, /background:#0a0;/)
  assert.match(html, />Acme &lt;ID&gt;</)
  assert.doesNotMatch(html, /red;\}/)
  assert.match(html, /\.card a \{ color: #7daafd/)
  const logo = await write(template, {}, { logoUrl: 'https://id.example/assets/branding/x.png' })
  assert.match(logo.html, /<img\s+src="https:\/\/id\.example\/assets\/branding\/x\.png"\s+alt="Mandate"/)
})

test('says spans and moments in words', () => {
  const spans: [number, Locale, string][] = [
    [1, 'en', '1 minute'],
    [30, 'en', '30 minutes'],
    [60, 'en', '1 hour'],
    [90, 'en', '90 minutes'],
    [1440, 'en', '24 hours'],
    [4320, 'en', '3 days'],
    [60, 'es', '1 hora'],
    [30, 'es', '30 minutos'],
    [4320, 'es', '3 días'],
  ]
  for (const [minutes, locale, words] of spans) assert.equal(span(minutes, locale), words)
  assert.equal(moment('2026-01-15T12:05:00.000Z', 'en'), 'January 15, 2026 at 12:05 UTC')
  assert.equal(moment('2026-01-15T12:05:00.000Z', 'es'), '15 de enero de 2026 a las 12:05 UTC')
})

test('LG6: a link leads to this server, whatever somebody would have it', () => {
  const given = { name: 'Maya', expires_in: '30' }
  assert.equal(checkedValues('reset', { ...given, link: `${issuer}/reset?token=x` }, issuer)['name'], 'Maya')
  for (const link of [
    'https://evil.example/reset',
    'https://id.example.evil.example/reset',
    'https://id.example@evil.example/',
    'javascript:alert(1)',
    '/reset',
    `${issuer}/a b`,
    '',
  ]) {
    assert.throws(() => checkedValues('reset', { ...given, link }, issuer), TypeError, link)
  }
})

test('a message with a wrong, missing or extra variable is a mistake of the caller', () => {
  const right = { name: 'Maya', expires_in: '30', link: `${issuer}/x` }
  for (const wrong of [{ expires_in: 'soon' }, { expires_in: '0' }, { extra: 'x' }, { name: undefined }]) {
    assert.throws(() => checkedValues('reset', { ...right, ...wrong } as Record<string, string>, issuer), TypeError)
  }
  const changed = { name: 'Maya', link: `${issuer}/x`, time: '2026-01-15T12:00:00Z', change: 'enabled' }
  assert.equal(checkedValues('mfa_changed', changed, issuer)['change'], 'enabled')
  for (const wrong of [{ change: 'constructor' }, { time: 'today' }]) {
    assert.throws(() => checkedValues('mfa_changed', { ...changed, ...wrong }, issuer), TypeError)
  }
})

test('text that people wrote loses what steers a line or turns it around', () => {
  const given = { expires_in: '30', link: `${issuer}/x`, name: ' A\r\nBcc: b\u202e\u0000c ' }
  assert.equal(checkedValues('reset', given, issuer)['name'], 'A Bcc: b c')
  assert.equal([...(checkedValues('reset', { ...given, name: '💌'.repeat(400) }, issuer)['name'] ?? '')].length, 300)
})
