import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { certificateBody } from '#/modules/sso/saml/certificate.ts'
import { createTestApp } from '#test/support/app.ts'
import { testCertificate } from '#test/support/certificate.ts'
import { samlKeys } from '#test/support/saml-idp.ts'
import { SamlifyIdp } from '#test/support/samlify-idp.ts'
import { addSamlKey, makeSamlConnection, makeSsoConnection, samlConnection } from '#test/support/sso.ts'
import { listen } from '#test/support/listen.ts'
import type { TestAnswer } from '#test/support/app.ts'

const URL = '/sso/connections'

const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'])}`
const errorsOf = ({ json }: TestAnswer): Record<string, string> =>
  Object.fromEntries(
    ((json['details'] as { errors?: { pointer: string; message: string }[] }).errors ?? []).map((it) => [
      it.pointer,
      it.message,
    ]),
  )

test('a connection by SAML is set up from the metadata of its provider, pasted or read from an address', async (t) => {
  const app = await createTestApp(t)
  const [, idpKey] = await samlKeys()
  const { metadata } = new SamlifyIdp(idpKey)
  const pasted = await app.admin('POST', URL, { type: 'saml', name: 'Acme', saml: { metadata_xml: metadata } })
  assert.equal(pasted.status, 201, pasted.text)
  const told = {
    entity_id: 'https://idp.test/metadata',
    sso_url: 'https://idp.test/sso',
    slo_url: 'https://idp.test/slo',
    slo_response_url: null,
    certificates: [idpKey.certificate],
    allow_idp_initiated: false,
  }
  const { sp_entity_id, acs_url, sp_logout_url, ...saml } = pasted.json['saml'] as Record<string, unknown>
  assert.deepEqual(saml, told)
  assert.ok(
    [sp_entity_id, acs_url, sp_logout_url].every((it) =>
      String(it).includes(`/sso/saml/${String(pasted.json['id'])}/`),
    ),
  )

  const { url: from } = await listen(t, ({ url }, response) => {
    if (url === '/metadata') response.end(metadata)
    else response.writeHead(404).end()
  })
  const read = await app.admin('POST', URL, { type: 'saml', name: 'Acme', saml: { metadata_url: `${from}/metadata` } })
  assert.equal(read.status, 201, read.text)
  const gone = await app.admin('POST', URL, { type: 'saml', name: 'Acme', saml: { metadata_url: `${from}/gone` } })
  assert.match(errorsOf(gone)['/saml/metadata_url'] ?? '', /responds 404/)
})

test('SA4: metadata that are hostile, not those of one provider, or at an address inside are refused by their field', async (t) => {
  const app = await createTestApp(t)
  const [, idpKey] = await samlKeys()
  const { metadata } = new SamlifyIdp(idpKey)
  const laughs = `<!DOCTYPE a [<!ENTITY b "c">]>${metadata}`
  const wrong: [object, string][] = [
    [{ metadata_xml: laughs }, '/saml/metadata_xml'],
    [{ metadata_xml: '<html></html>' }, '/saml/metadata_xml'],
    [{ metadata_xml: metadata, entity_id: 'x' }, '/saml/entity_id'],
    [{ metadata_xml: metadata, metadata_url: 'https://idp.test' }, '/saml/metadata_url'],
    [{ metadata_url: 'http://169.254.169.254/metadata' }, '/saml/metadata_url'],
    [{ metadata_url: 'file:///etc/passwd' }, '/saml/metadata_url'],
    [{ allow_idp_initiated: true }, '/saml/certificates'],
    [(await samlConnection({ sso_url: 'http://idp.test/sso' })).saml, '/saml/sso_url'],
    [(await samlConnection({ sso_url: 'javascript:alert(1)' })).saml, '/saml/sso_url'],
    [(await samlConnection({ slo_url: 'idp.test' })).saml, '/saml/slo_url'],
    [(await samlConnection({ certificates: [testCertificate('idp.test').cert] })).saml, '/saml/certificates/0'],
  ]
  for (const [saml, pointer] of wrong) {
    const answer = await app.admin('POST', URL, { type: 'saml', name: 'Acme', saml })
    assert.equal(outcome(answer), '400 invalid_request', JSON.stringify(saml))
    assert.ok(pointer in errorsOf(answer), answer.text)
  }
})

test('our metadata are there for the provider, also while the connection is off', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', URL, { ...(await samlConnection()), enabled: false })
  const id = String(made.json['id'])
  const metadata = await app.send({ url: `/api/v1/sso/saml/${id}/metadata` })
  assert.equal(metadata.status, 200)
  assert.equal(metadata.headers['content-type'], 'application/samlmetadata+xml; charset=utf-8')
  const { sp_entity_id, acs_url, sp_logout_url } = made.json['saml'] as Record<string, string>
  for (const [name, value] of [
    ['entityID', sp_entity_id],
    ['Location', acs_url],
    ['Location', sp_logout_url],
  ]) {
    assert.ok(metadata.text.includes(`${name}="${value}"`), metadata.text)
  }
  for (const other of ['sso_x', await makeSsoConnection(app)]) {
    assert.equal(outcome(await app.send({ url: `/api/v1/sso/saml/${other}/metadata` })), '404 sso_connection_not_found')
  }
})

test('our key of a connection rolls over: known first, then signing, and the old one goes last', async (t) => {
  const app = await createTestApp(t)
  const id = await makeSamlConnection(app)
  const keys = `${URL}/${id}/saml-keys`
  const list = async (): Promise<Record<string, unknown>[]> => (await app.admin('GET', keys)).json['data'] as never
  const [first] = await list()
  assert.equal(first?.['active'], true)
  assert.equal(outcome(await app.admin('DELETE', `${keys}/${String(first['id'])}`)), '409 saml_key_active')
  assert.equal(outcome(await app.admin('DELETE', `${keys}/${String(first['id'])}?dry_run=true`)), '409 saml_key_active')

  const next = await addSamlKey(app, id)
  assert.equal(outcome(await app.admin('POST', keys)), '409 too_many_saml_keys')
  const published = async (): Promise<unknown[]> => {
    const { text } = await app.send({ url: `/api/v1/sso/saml/${id}/metadata` })
    const placed = (await list()).map((it): [number, unknown] => [
      text.indexOf(certificateBody(String(it['certificate']))),
      it['id'],
    ])
    assert.ok(placed.every(([at]) => at > 0))
    return placed.toSorted(([one], [other]) => one - other).map(([, key]) => key)
  }
  assert.deepEqual(await published(), [first['id'], next], 'the one that signs stands first')
  assert.equal((await app.admin('POST', `${keys}/${next}/activate`)).json['active'], true)
  assert.deepEqual(await published(), [next, first['id']])
  assert.equal((await app.admin('DELETE', `${keys}/${String(first['id'])}`)).status, 204)
  assert.deepEqual(
    (await list()).map((it) => it['id']),
    [next],
  )
  const shown = (await app.admin('GET', `${keys}/${next}`)).json
  const certificate = new X509Certificate(String(shown['certificate']))
  assert.match(certificate.subject, /CN=localhost/)
  assert.equal(shown['fingerprint'], certificate.fingerprint256.replaceAll(':', '').toLowerCase())

  const oidc = await makeSsoConnection(app)
  assert.equal(outcome(await app.admin('POST', `${URL}/${oidc}/saml-keys`)), '404 sso_connection_not_found')
  assert.equal(outcome(await app.admin('POST', `${keys}/ssok_x/activate`)), '404 saml_key_not_found')
  assert.equal((await app.admin('DELETE', `${URL}/${id}`)).status, 204)
  assert.deepEqual(await app.database.db.all(sql`SELECT id FROM sso_saml_keys`), [])
})

test('VA2: the private half of a key is in no answer, no event and no row', async (t) => {
  const app = await createTestApp(t)
  const id = await makeSamlConnection(app)
  await addSamlKey(app, id)
  const rows = JSON.stringify(await app.database.db.all(sql`SELECT * FROM sso_saml_keys`))
  const events = JSON.stringify(await app.database.db.all(sql`SELECT data FROM events`))
  const shown = (await app.admin('GET', `${URL}/${id}/saml-keys`)).text
  for (const text of [rows, events, shown, app.log.join()]) assert.ok(!text.includes('PRIVATE KEY'), text)
})

test('metadata at an address are read again, and a certificate that takes over is known before it signs', async (t) => {
  const app = await createTestApp(t)
  const [ours, idpKey] = await samlKeys()
  let respond: { readonly status: number; readonly body: string } = {
    status: 200,
    body: new SamlifyIdp(idpKey).metadata,
  }
  const { url: from } = await listen(t, (_request, response) => {
    response.writeHead(respond.status).end(respond.body)
  })
  const made = await app.admin('POST', URL, { type: 'saml', name: 'Acme', saml: { metadata_url: `${from}/metadata` } })
  const id = String(made.json['id'])
  const read = async () => {
    app.clock.advance(3_600_000)
    await app.app.jobs.runNow('sso_metadata.read')
    const { json } = await app.admin('GET', `${URL}/${id}`)
    const { certificates } = json['saml'] as { certificates: string[] }
    const { read_at: at, error } = json['saml_metadata'] as { read_at: string; error: string | null }
    assert.equal(Date.parse(at), app.clock.now())
    return { certificates, error }
  }
  const eventsOf = async (name: string) =>
    (await app.database.db.all(sql`SELECT data FROM events WHERE name = ${name}`)).map(({ data }) => String(data))
  assert.deepEqual(await read(), { certificates: [idpKey.certificate], error: null })
  assert.deepEqual(await eventsOf('sso.connection.updated'), [], 'nothing changed')
  const next = new SamlifyIdp(ours).metadata
  respond = { status: 200, body: next }
  assert.deepEqual(await read(), { certificates: [ours.certificate], error: null })
  assert.match((await eventsOf('sso.connection.updated')).join(), /"changed":\["saml"\]/)
  for (const [wrong, said] of [
    [{ status: 503, body: '' }, /responds 503/],
    [{ status: 200, body: next.replaceAll('https://idp.test/metadata', 'https://evil.test/metadata') }, /another/],
    [{ status: 200, body: '<a/>' }, /can't be used/],
  ] as const) {
    respond = wrong
    const { certificates, error } = await read()
    assert.deepEqual(certificates, [ours.certificate], 'what was known holds on')
    assert.match(error ?? '', said)
  }
  assert.equal((await eventsOf('sso.metadata.failed')).length, 1, 'the first of them')
  respond = { status: 200, body: next }
  assert.equal((await read()).error, null)
  await app.app.jobs.runNow('sso_metadata.read')
  await app.admin('PUT', `${URL}/${id}`, { type: 'saml', name: 'Acme', saml: { metadata_xml: next } })
  assert.equal((await app.admin('GET', `${URL}/${id}`)).json['saml_metadata'], null, 'pasted, they are read once')
})
