import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedHost, readDestination } from './url-rules.ts'
import { OutboundError } from './outbound-error.ts'

const plain = [
  'https://hooks.example.com/in?token=1',
  'https://hooks.example.com:8443/',
  'https://HOOKS.example.com:443/x',
  'http://127.0.0.1:9000/',
  'https://[2606:4700::1111]/',
  'https://xn--bcher-kva.example/',
]

const hostile = [
  '',
  'hooks.example.com',
  '//hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
  'blob:https://hooks.example.com/x',
  'ws://hooks.example.com/',
  'https://user@hooks.example.com/',
  'https://user:pass@hooks.example.com/',
  'https://@hooks.example.com/',
  'https://trusted.example@127.0.0.1/',
  'https://127.1/',
  'https://0x7f.0.0.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://localhost./',
  'https://hooks.example.com./',
  'https://①②⑦.⓪.⓪.①/',
  'https://ｌocalhost/',
  'https://bücher.example/',
  'https://exam%70le.com/',
  'https://hooks.example.com\\@127.0.0.1/',
  'https:hooks.example.com/',
  'https:/hooks.example.com/',
  'https:\\\\hooks.example.com/',
  'https://hooks.example.com\t/',
  ' https://hooks.example.com/',
  'https://[::ffff:127.0.0.1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://hooks.example.com:/',
  'https://hooks.example.com:00443/',
  'https://',
  'https:///x',
  `https://hooks.example.com/${'x'.repeat(4096)}`,
]

test('WH1: an address is taken only when it is written as it is read', () => {
  for (const text of plain) assert.equal(readDestination(text).href, new URL(text).href)
  for (const text of hostile) {
    const isRefused = (error: unknown) => error instanceof OutboundError && error.reason === 'refused'
    assert.throws(() => readDestination(text), isRefused, JSON.stringify(text).slice(0, 80))
  }
})

test('an operator allows a host for every port or for one', () => {
  const rules = { insideAllowed: false, allowedHosts: ['idp.corp.example', '10.0.0.5:8443', '[fd00::5]'] }
  const allows = (text: string): boolean => isAllowedHost(new URL(text), rules)
  assert.deepEqual(
    ['https://idp.corp.example/', 'http://idp.corp.example:81/', 'https://10.0.0.5:8443/', 'https://[fd00::5]:1/'].map(
      allows,
    ),
    [true, true, true, true],
  )
  assert.deepEqual(
    ['https://corp.example/', 'https://x.idp.corp.example/', 'https://10.0.0.5/', 'https://[fd00::6]/'].map(allows),
    [false, false, false, false],
  )
})
