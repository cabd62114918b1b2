import assert from 'node:assert/strict'
import { pbkdf2 } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { Resolver as NameServers } from 'node:dns/promises'
import { once } from 'node:events'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { NameLookup } from './name-lookup.ts'

const TYPE_A = 1

type Records = Readonly<Record<string, { readonly 4?: readonly string[]; readonly 6?: readonly Buffer[] }>>

/** A name server on this machine that knows some names, is silent about those of `dead.example`, and notes what it was asked. */
async function startNameServer(t: TestContext, records: Records) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    asked.push(`${name} ${type}`)
    if (name.endsWith('dead.example')) return
    const found = records[name]
    const data = type === TYPE_A ? found?.[4]?.map((text) => Buffer.from(text.split('.').map(Number))) : found?.[6]
    socket.send(replyTo(query.subarray(0, end), type, data ?? [], found !== undefined), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  const servers = new NameServers({ timeout: 60_000, tries: 1 })
  servers.setServers([`127.0.0.1:${socket.address().port}`])
  t.after(() => servers.cancel())
  return { lookup: new NameLookup(servers), asked }
}

/** RFC 1035 §4.1.2: the name as labels with their lengths, and the type. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function replyTo(question: Buffer, type: number, data: readonly Buffer[], exists: boolean): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(exists ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(data.length, 6)
  header.fill(0, 8, 12)
  const answers = data.map((bytes) => {
    const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length])
    return Buffer.concat([fixed, bytes])
  })
  return Buffer.concat([header, question.subarray(12), ...answers])
}

const LOOPBACK_6 = Buffer.from('00000000000000000000000000000001', 'hex')
const production = { insideAllowed: false, allowedHosts: ['idp.corp'] }

test('a name that anybody may choose is asked of the name servers, one that an operator named of the machine', async (t) => {
  const { lookup, asked } = await startNameServer(t, {
    'both.example': { 4: ['192.0.2.1', '192.0.2.2'], 6: [LOOPBACK_6] },
    'four.example': { 4: ['192.0.2.3'] },
    'six.example': { 6: [LOOPBACK_6] },
    'none.example': {},
  })
  assert.deepEqual((await lookup.byNameServers('both.example')).toSorted(), ['192.0.2.1', '192.0.2.2', '::1'])
  assert.deepEqual(await lookup.byNameServers('four.example'), ['192.0.2.3'])
  assert.deepEqual(await lookup.byNameServers('six.example'), ['::1'])
  for (const name of ['none.example', 'unknown.example']) await assert.rejects(lookup.byNameServers(name))
  assert.equal(asked.length, 10)

  const how = (url: string, rules = production) => lookup.for(new URL(url), rules)
  assert.equal(how('https://hooks.example/'), lookup.byNameServers)
  for (const host of ['idp.corp', 'localhost']) assert.equal(how(`https://${host}/`), lookup.byMachine, host)
  assert.equal(how('https://hooks.example/', { ...production, insideAllowed: true }), lookup.byMachine)
  const local = await lookup.byMachine('localhost')
  assert.ok(local.includes('127.0.0.1') || local.includes('::1'))
  assert.equal(asked.length, 10)
})

test('whoever asks for a name that is being looked up shares the answer, and nobody later does', async (t) => {
  const { lookup, asked } = await startNameServer(t, { 'busy.example': { 4: ['192.0.2.1'] } })
  for (let round = 1; round <= 2; round++) {
    const found = await Promise.all(Array.from({ length: 20 }, () => lookup.byNameServers('busy.example')))
    for (const addresses of found) assert.deepEqual(addresses, ['192.0.2.1'])
    assert.deepEqual(asked.toSorted(), [
      ...Array(round).fill('busy.example 1'),
      ...Array(round).fill('busy.example 28'),
    ])
  }
  await assert.rejects(lookup.byNameServers('unknown.example'))
  await assert.rejects(lookup.byNameServers('unknown.example'))
  assert.equal(asked.length, 8)
})

test('WH5: names whose name servers are silent hold up neither other names nor work on threads', async (t) => {
  const { lookup, asked } = await startNameServer(t, { 'alive.example': { 4: ['192.0.2.1'] } })
  let answered = 0
  const dead = Array.from({ length: 100 }, (_, i) =>
    lookup.byNameServers(`${i}.dead.example`).then(
      () => answered++,
      () => answered++,
    ),
  )
  while (new Set(asked).size < 100) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(await lookup.byNameServers('alive.example'), ['192.0.2.1'])
  await promisify(pbkdf2)('a password', 'salt', 1000, 32, 'sha256')
  assert.equal(answered, 0)
  assert.equal(dead.length, 100)
})
