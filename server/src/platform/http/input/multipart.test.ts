import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#/platform/errors/app-error.ts'
import { boundaryOf, parseMultipart } from './multipart.ts'

const part = (headers: string, content = 'x'): string => `--b\r\n${headers}\r\n\r\n${content}\r\n`
const parse = (text: string) => parseMultipart(Buffer.from(text, 'latin1'), 'b')
const NAMED = 'Content-Disposition: form-data; name="a"'

describe('a multipart body', () => {
  test('names its boundary, plain or quoted', () => {
    assert.equal(boundaryOf('multipart/form-data; boundary=----formdata-1'), '----formdata-1')
    assert.equal(boundaryOf('Multipart/Form-Data;boundary="a b:c"'), 'a b:c')
    for (const type of [
      '',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="a ',
      'multipart/form-data; boundary="a "',
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
      'multipart/form-data; boundary=a; boundary=b',
      'multipart/form-data; boundary=a\tb',
      'multipart/mixed; boundary=a',
    ]) {
      assert.equal(boundaryOf(type), undefined, type)
    }
  })

  test('gives its parts as they are', () => {
    const file = 'content-disposition: form-data; name="b"; filename="../x.png"\r\nContent-Type: image/png'
    const [one, two] = parse(`${part(NAMED, '')}${part(file, '\0\r\n--c\r\n\xff')}--b--\r\n`)
    assert.deepEqual({ ...one, content: one?.content.length }, { name: 'a', filename: undefined, content: 0 })
    assert.deepEqual([two?.name, two?.filename], ['b', '../x.png'])
    assert.equal(Buffer.from(two?.content ?? []).toString('latin1'), '\0\r\n--c\r\n\xff')
    assert.deepEqual(parse('--b--'), [])
  })

  test('is refused where readers would differ', () => {
    for (const text of [
      '',
      'preamble\r\n--b--',
      '--b',
      part(NAMED),
      `${part(NAMED)}--b-`,
      `${part(NAMED)}--b--epilogue`,
      `--b \r\n${NAMED}\r\n\r\nx\r\n--b--`,
      `--b\n${NAMED}\n\nx\n--b--`,
      `${part('')}--b--`,
      `${part('Content-Type: text/plain')}--b--`,
      `${part(`${NAMED}\r\n${NAMED}`)}--b--`,
      `${part(`${NAMED}; name="b"`)}--b--`,
      `${part('Content-Disposition: form-data; name=a')}--b--`,
      `${part('Content-Disposition: attachment; name="a"')}--b--`,
      `${part('Content-Disposition: form-data; name="a"; filename*=utf-8\'\'x')}--b--`,
      `${part(`${NAMED}\r\nContent-Transfer-Encoding: base64`)}--b--`,
      `${part(`${NAMED}\r\n folded: x`)}--b--`,
      `${part(`${NAMED}\r\nX: ${'x'.repeat(3000)}`)}--b--`,
      `${part(NAMED).repeat(11)}--b--`,
    ]) {
      assert.throws(() => parse(text), AppError, JSON.stringify(text.slice(0, 80)))
    }
  })

  test('never fails in another way, whatever it holds', () => {
    const pieces = fc.constantFrom('--b', '--b--', '\r\n', '\r\n\r\n', NAMED, ': ', '"', ';', 'x', '\0', '\xff')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        try {
          parse(parts.join(''))
        } catch (error) {
          // Headers that are no UTF-8 are malformed in the words of the JSON reader.
          assert.ok(error instanceof AppError || (error as Error).constructor.name === 'MalformedJson')
        }
      }),
    )
  })
})
