import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { FakeClock } from '#test/fake-server.ts'
import { verifyWebhook } from './verify-webhook.ts'
import type { WebhookOptions } from './verify-webhook.ts'

const SECRET = `whsec_${Buffer.from('a key that is long enough for this').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another key that is long enough').toString('base64')}`
const clock = new FakeClock()
const now = Math.floor(clock.now() / 1000)
const body = JSON.stringify({
  event: 'user.created',
  created_at: 'x',
  data: { id: 'usr_ä', email: 'maya@example.com' },
})

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(6), 'base64')

function standard(at = now, secret = SECRET): Record<string, string> {
  const signature = hmac(keyOf(secret), `msg_1.${at}.${body}`).toString('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}

const verify = (headers: Record<string, string | string[]>, more: Partial<WebhookOptions> = {}, text = body) =>
  verifyWebhook({ body: text, headers }, { secret: SECRET, clock, ...more })

test('reads a genuine message of Standard Webhooks, with its type', async () => {
  const { id, event } = await verify(standard())
  assert.equal(id, 'msg_1')
  assert(event.event === 'user.created')
  assert.equal(event.data.email, 'maya@example.com')
})

test('takes a Request as well as what frameworks hand over', async () => {
  const request = new Request('https://app.example.com/hook', { method: 'POST', body, headers: standard() })
  assert.equal((await verifyWebhook(request, { secret: SECRET, clock })).id, 'msg_1')
  const raw = { body: new TextEncoder().encode(body), headers: { ...standard(), 'WEBHOOK-ID': 'msg_1' } }
  assert.equal((await verifyWebhook(raw, { secret: SECRET, clock })).id, 'msg_1')
})

test('reads each form of X-Service-Signature', async () => {
  const own = (value: string): Record<string, string> => ({ 'x-service-signature': value })
  const timestamped = `t=${now},v1=${hmac('other', `${now}.${body}`).toString('hex')},v1=${hmac(SECRET, `${now}.${body}`).toString('hex')}`
  const raw = hmac(SECRET, body).toString('hex')
  await verify(own(timestamped), { format: 'timestamped' })
  await verify(own(raw), { format: 'raw' })
  await verify(own(`sha256=${raw}`), { format: 'raw_prefixed' })
  await assert.rejects(verify(own(raw), { format: 'raw_prefixed' }), { reason: 'malformed_signature' })
  await assert.rejects(verify(own(raw), { format: 'timestamped' }), { reason: 'malformed_signature' })
  await assert.rejects(verify(own(timestamped), { format: 'raw' }), { reason: 'malformed_signature' })
})

test('takes any of several secrets and any of several signatures while one is changed', async () => {
  await verify(standard(now, OTHER), { secret: [SECRET, OTHER] })
  const { 'webhook-signature': one = '', ...rest } = standard()
  await verify({ ...rest, 'webhook-signature': `v1,AAAA v1a,x ${one}` })
})

test('refuses another body, id, time or secret', async () => {
  const headers = standard()
  await assert.rejects(verify(headers, {}, `${body} `), { reason: 'wrong_signature' })
  await assert.rejects(verify({ ...headers, 'webhook-id': 'msg_2' }), { reason: 'wrong_signature' })
  await assert.rejects(verify({ ...headers, 'webhook-timestamp': String(now + 1) }), { reason: 'wrong_signature' })
  await assert.rejects(verify(headers, { secret: OTHER }), { reason: 'wrong_signature' })
  await assert.rejects(verify({ ...headers, 'webhook-signature': 'v1,' }), { reason: 'wrong_signature' })
})

test('refuses what is too old or from the future', async () => {
  await verify(standard(now - 299))
  await assert.rejects(verify(standard(now - 301)), { reason: 'too_old' })
  await assert.rejects(verify(standard(now + 301)), { reason: 'too_old' })
  await assert.rejects(verify(standard(now - 20), { toleranceSeconds: 10 }), { reason: 'too_old' })
})

test('refuses headers that are missing, doubled or not numbers', async () => {
  for (const name of Object.keys(standard())) {
    const { [name]: _, ...rest } = standard()
    await assert.rejects(verify(rest), { reason: 'missing_header' })
  }
  await assert.rejects(verify({ ...standard(), 'webhook-id': ['msg_1', 'msg_1'] }), { reason: 'missing_header' })
  for (const time of ['', '-1', '1e9', 'NaN']) {
    await assert.rejects(verify({ ...standard(), 'webhook-timestamp': time }), { reason: 'malformed_signature' })
  }
})

test('a secret that is none is a mistake of the program, not of the message', async () => {
  await assert.rejects(verify(standard(), { secret: [] }), TypeError)
  await assert.rejects(verify(standard(), { secret: '' }), TypeError)
  await assert.rejects(verify(standard(), { secret: 'whsec_%' }), TypeError)
})
