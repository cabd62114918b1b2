import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptedLocale } from './accept-language.ts'

const headers: readonly (readonly [string | undefined, string | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['es', 'es'],
  ['ES-mx', 'es'],
  ['es-419,es;q=0.9,en;q=0.8', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['fr,es;q=0.4,en;q=0.5', 'en'],
  ['fr, es ; q=0.5 , en ;q=0.5', 'es'],
  ['fr', undefined],
  ['*', 'en'],
  ['fr;q=0.9,*;q=0.1', 'en'],
  ['en;q=0,*', 'es'],
  ['en;q=0, es;q=0, *', undefined],
  ['es;q=0.000', undefined],
  ['es;q=2, en;q=0.1', 'en'],
  ['es;q=NaN', undefined],
  ['es;;;q=1', undefined],
  [',,, ,;q=1,=,💥,es', 'es'],
  ['esperanto', undefined],
  ['es_MX', undefined],
  [`${'x,'.repeat(600)}es`, undefined],
]

describe('the language a browser prefers', () => {
  for (const [header, locale] of headers) {
    test(`is ${locale ?? 'none of ours'} for ${JSON.stringify(header?.slice(0, 50))}`, () => {
      assert.equal(acceptedLocale(header), locale)
    })
  }
})
