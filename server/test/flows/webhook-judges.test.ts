import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verify as verifyLikeGitHub } from '@octokit/webhooks-methods'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { createTestApp } from '#test/support/app.ts'
import { TestClock } from '#test/support/clock.ts'
import { startReceiver, subscribe } from '#test/support/webhooks.ts'
import type { TestContext } from 'node:test'
import type { Received } from '#test/support/webhooks.ts'

interface Delivered {
  readonly message: Received
  readonly secret: string
  /** The secret after a rotation, if there was one. */
  readonly later: string
}

/** One delivery over a real socket, at the time the judges live in. */
async function delivered(t: TestContext, input: object = {}, rotated = false): Promise<Delivered> {
  const app = await createTestApp(t, { clock: new TestClock(Date.now()) })
  const receiver = await startReceiver(t)
  const { id, secret } = await subscribe(app, receiver.url, input)
  const overlap = { overlap_seconds: 60 }
  const later = rotated ? (await app.admin('POST', `/webhooks/${id}/rotate-secret`, overlap)).json['secret'] : secret
  await app.admin('POST', `/webhooks/${id}/test`, { event_type: 'user.created' })
  await app.app.jobs.runNow('webhooks.deliver')
  const [message] = receiver.received
  assert.ok(message)
  return { message, secret, later: String(later) }
}

/** The same text with one letter changed. */
const changed = ({ body }: Received): string => body.replace('maya', 'mara')

const headersOf = ({ headers }: Received): Record<string, string> => headers as Record<string, string>

test('standardwebhooks takes our deliveries, and none that was changed', async (t) => {
  const { message, secret } = await delivered(t)
  const judge = new StandardWebhook(secret)
  assert.deepEqual(judge.verify(message.body, headersOf(message)), JSON.parse(message.body))
  assert.throws(() => judge.verify(changed(message), headersOf(message)))
})

test('svix takes our deliveries, and a secret of another form as it is', async (t) => {
  const { message, secret } = await delivered(t)
  assert.doesNotThrow(() => new SvixWebhook(secret).verify(message.body, headersOf(message)))
  assert.throws(() => new SvixWebhook(secret).verify(changed(message), headersOf(message)))
  const own = await delivered(t, { secret: 'a-secret-without-a-prefix' })
  const judge = new SvixWebhook(own.secret, { format: 'raw' })
  assert.doesNotThrow(() => judge.verify(own.message.body, headersOf(own.message)))
  assert.throws(() => judge.verify(changed(own.message), headersOf(own.message)))
})

test('the constructEvent of stripe takes the timestamped header, and both secrets while a rotation overlaps', async (t) => {
  const { webhooks } = new Stripe('sk_test_of_nobody')
  const { message, secret } = await delivered(t)
  const header = String(message.headers['x-service-signature'])
  assert.deepEqual(webhooks.constructEvent(message.body, header, secret), JSON.parse(message.body))
  assert.throws(() => webhooks.constructEvent(changed(message), header, secret))
  assert.throws(() => webhooks.constructEvent(message.body, header, secret, 300, undefined, Date.now() + 301_000))
  const rotated = await delivered(t, {}, true)
  for (const each of [rotated.secret, rotated.later]) {
    const { body, headers } = rotated.message
    assert.deepEqual(webhooks.constructEvent(body, String(headers['service-signature']), each), JSON.parse(body))
    assert.doesNotThrow(() => new StandardWebhook(each).verify(body, headersOf(rotated.message)))
  }
})

test('@octokit/webhooks-methods takes the sha256= form', async (t) => {
  const { message, secret } = await delivered(t, { signature_format: 'raw_prefixed' })
  const signature = String(message.headers['service-signature'])
  assert.equal(await verifyLikeGitHub(secret, message.body, signature), true)
  assert.equal(await verifyLikeGitHub(secret, changed(message), signature), false)
})
