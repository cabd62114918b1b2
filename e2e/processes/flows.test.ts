import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Browser, newPerson } from '#/support/browser.ts'
import { postgresPair, sqliteNode } from '#/support/cluster.ts'
import { formsOf } from '#/support/forms.ts'
import type { Person, Place } from '#/support/browser.ts'
import type { Server } from '#/support/server.ts'

const NEXT = '/account/profile'

/** Somebody with an account, and a flow that leads every sign-in away and back. */
async function withFlow(node: Server, ...more: object[]): Promise<{ person: Person; flowId: string }> {
  const person = newPerson()
  const browser = new Browser(node.issuer)
  await browser.signUp(await browser.open('/login'), person)
  const steps = [{ type: 'redirect', config: { url: `${node.issuer}/docs/errors` } }, ...more]
  const flow = { name: 'Away and back', trigger: 'login', steps }
  const { id } = await node.admin<{ id: string }>('POST', '/admin/flows', flow)
  return { person, flowId: id }
}

/** Signs in, and is led away; answers the way back. */
async function setOut(browser: Browser, person: Person): Promise<URL> {
  const leaving = await browser.signIn(await browser.open(`/login?next=${NEXT}`), person)
  const target = new URL(String(leaving.headers['refresh']).replace('0;url=', ''))
  return new URL(target.searchParams.get('return_to') ?? '')
}

const isIn = async (browser: Browser): Promise<boolean> => (await browser.open(NEXT)).url.pathname === NEXT
const pathOf = ({ url }: Place): string => url.pathname

test('a sign-in that waits for a flow survives a restart of its server', async (t) => {
  const { nodes, remove } = await sqliteNode()
  t.after(remove)
  const [node] = nodes
  const { person } = await withFlow(node)
  const browser = new Browser(node.issuer)
  const back = await setOut(browser, person)
  await node.stop()
  await node.boot()
  assert.equal(await isIn(browser), false)
  assert.equal(pathOf(await browser.open(back)), NEXT)
})

test('a sign-in that waits goes on at another node, once, and is stopped there when its flow ends', async (t) => {
  const { nodes, remove } = await postgresPair()
  t.after(remove)
  const [a, b] = nodes
  const { person, flowId } = await withFlow(a)
  const browser = new Browser(a.issuer)
  const back = await setOut(browser, person)
  const elsewhere = new Browser(a.issuer, b.url)
  assert.equal((await elsewhere.open(back)).status, 409, 'another browser is refused')
  assert.equal(await isIn(browser.via(b.url)), false)
  const cookies = browser.cookies
  assert.equal(pathOf(await browser.via(b.url).open(back)), NEXT)
  assert.equal(await isIn(browser.via(a.url)), true, 'both nodes know the new session')
  const late = await fetch(`${a.url}/api/v1/auth/flow`, { headers: { cookie: cookies } })
  assert.equal(late.status, 401, 'the id of less opens nothing any more')

  const other = new Browser(a.issuer)
  await setOut(other, person)
  await a.admin('DELETE', `/admin/flows/${flowId}`)
  const waiting = await other.open(`/continue?next=${NEXT}`)
  assert.ok(formsOf(waiting.html).length > 0, waiting.html)
  assert.equal((await other.via(b.url).submit(waiting, {})).status, 403, 'its run is over')
  assert.equal(await isIn(other), false)
})
