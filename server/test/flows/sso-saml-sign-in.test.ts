import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { sql } from '#/platform/db/sql.ts'
import { assertErrorPage, authorizeUrl, locationOf } from '#test/support/authorize.ts'
import { hostileNext } from '#test/support/hostile-next.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { encode, goodAssertion } from '#test/support/saml-idp.ts'
import { logoutRequestUrl, logoutResponseUrl, readLogoutMessage } from '#/modules/sso/saml/logout.ts'
import { cleanUp } from '#test/support/retention.ts'
import { SamlStory } from '#test/support/saml-story.ts'
import { makeSamlConnection } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { ResponseChanges } from '#test/support/saml-story.ts'

const meOf = async (visitor: Visitor) => (await visitor.open('/api/v1/auth/me')).json
const isSignedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/api/v1/auth/me')).status === 200

test('somebody who is new becomes a user at the first sign-in by SAML, and is the same at the next', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  const landed = await story.signIn(visitor, {}, '?next=/account')
  assert.equal(`${landed.status} ${locationOf(landed)}`, '303 /account')
  const me = await meOf(visitor)
  assert.deepEqual([me['email'], me['email_verified']], ['ada@acme.com', true])
  const again = new Visitor(story.app)
  await story.signIn(again, { assertion: { email: 'ada.lovelace@acme.com' } })
  assert.equal((await meOf(again))['id'], me['id'], 'the name decides, whatever the address is by now')
})

test('a sign-in by SAML that an application began goes on to the application', async (t) => {
  const story = await SamlStory.begin(t)
  const client = await createWebApp(story.app)
  const visitor = new Visitor(story.app)
  const login = String((await visitor.open(authorizeUrl(client))).headers['location'])
  const landed = await story.signIn(visitor, {}, login.slice(login.indexOf('?')))
  assert.match(String(landed.headers['location']), /^\/oauth\/authorize\?request=/)
})

test('a connection that names a subject goes by it, and not by a name that is another one each time', async (t) => {
  const transient = '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient">_x</saml:NameID>'
  const plain = await SamlStory.begin(t)
  const visitor = new Visitor(plain.app)
  assertErrorPage(await plain.signIn(visitor, { assertion: { nameId: transient } }), 502)
  assert.equal(await isSignedIn(visitor), false)
  const story = await SamlStory.begin(
    t,
    { entity_id: 'https://idp.test/metadata' },
    { attributes: { subject: 'email' } },
  )
  const one = new Visitor(story.app)
  await story.signIn(one, { assertion: { nameId: transient } })
  const other = new Visitor(story.app)
  await story.signIn(other, { assertion: { nameId: transient.replace('_x', '_y') } })
  assert.equal((await meOf(one))['id'], (await meOf(other))['id'])
})

test('SA6: a response is picked up in the browser that set out, and in no other', async (t) => {
  const story = await SamlStory.begin(t)
  const [visitor, stranger] = [new Visitor(story.app), new Visitor(story.app)]
  const request = await story.setOut(visitor)
  const location = await story.accept(story.response(request), request.relayState)
  assertErrorPage(await stranger.open(location), 400)
  assert.equal(await isSignedIn(stranger), false)
  // Login fixation: a response to the attacker's own request, put into somebody else's browser.
  const own = await story.setOut(stranger)
  const planted = await story.accept(story.response(own), own.relayState)
  assertErrorPage(await visitor.open(planted), 400)
  assert.equal(await isSignedIn(visitor), false)
})

test('SA6: a response counts for the request that it answers, which waits ten minutes and is answered once', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  const [one, other] = [await story.setOut(visitor), await story.setOut(visitor)]
  assertErrorPage(await visitor.open(await story.accept(story.response(one), other.relayState)), 400)
  assertErrorPage(await visitor.open(await story.accept(story.response(one), 'mandate_ss_x')), 400)
  assertErrorPage(await visitor.open(await story.accept(story.response({ id: '_made_up' }), one.relayState)), 400)
  const third = await story.setOut(visitor)
  const location = await story.accept(story.response(third), third.relayState)
  assert.equal((await visitor.open(location)).status, 303)
  assertErrorPage(await visitor.open(location), 400)
  const again = await story.accept(story.response(third), third.relayState)
  assertErrorPage(await visitor.open(again), 400)
})

test('SA6: a response that was taken waits two minutes for its browser', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  const request = await story.setOut(visitor)
  const location = await story.accept(story.response(request), request.relayState)
  story.app.clock.advance(120_001)
  assertErrorPage(await visitor.open(location), 400)
})

test('SA6: nobody asked for it: refused unless the connection allows the provider to begin', async (t) => {
  const story = await SamlStory.begin(t)
  assertErrorPage(await story.post(story.response(undefined)), 400)
  assert.ok(story.wasRefusedFor('unsolicited'))
  const open = await SamlStory.begin(t, { allow_idp_initiated: true, entity_id: 'https://idp.test/metadata' })
  const visitor = new Visitor(open.app)
  const landed = await visitor.open(await open.accept(open.response(undefined), '/account'))
  assert.equal(locationOf(landed), '/account')
  assert.equal(await isSignedIn(visitor), true)
})

test('SA7: a relay state of a provider that begins leads to a page of ours, or to the start page', async (t) => {
  const story = await SamlStory.begin(t, { allow_idp_initiated: true })
  for (const relayState of [...hostileNext.filter((text) => !text.includes('\0')), 'x'.repeat(4000)]) {
    const landed = await new Visitor(story.app).open(await story.accept(story.response(undefined), relayState))
    assert.equal(landed.status, 303, relayState)
    const location = new URL(String(landed.headers['location']), story.app.baseUrl)
    assert.equal(location.origin, story.app.baseUrl, relayState)
  }
})

test('SA5: an assertion counts once: a second time, on another node, or of many at once', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  const request = await story.setOut(visitor)
  const response = story.response(request)
  assert.equal((await story.post(response, request.relayState)).status, 303)
  assertErrorPage(await story.post(response, request.relayState), 400)
  assertErrorPage(await story.post(response, request.relayState, await story.app.secondNode(t)), 400)
  assert.ok(story.wasRefusedFor('replayed'))
  const raced = story.response(await story.setOut(visitor))
  const answers = await Promise.all(Array.from({ length: 20 }, () => story.post(raced)))
  assert.equal(answers.filter(({ status }) => status === 303).length, 1)
  story.app.clock.advance(62 * 60_000)
  await cleanUp({ db: story.app.database.db, clock: story.app.clock }, 'replays', 'sso_saml_responses')
  assertErrorPage(await story.post(response, request.relayState), 400)
})

const wrong: readonly [string, string, ResponseChanges][] = [
  [
    'for another server',
    'audience',
    {
      assertion: {
        conditions: '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>',
      },
    },
  ],
  ['for another address', 'recipient', { assertion: { recipient: 'https://other.test/acs' } }],
  ['sent elsewhere', 'destination', { response: { destination: 'https://other.test/acs' } }],
  ['of another provider', 'issuer', { assertion: { issuer: 'https://other.test' } }],
  ['that is over', 'expired', { assertion: { notOnOrAfter: '2026-05-04T11:00:00Z' } }],
]

test('SA6: a response for somebody else or another time is a 400 that does not say why; the log does', async (t) => {
  const story = await SamlStory.begin(t)
  const request = await story.setOut(new Visitor(story.app))
  for (const [what, reason, changes] of wrong) {
    const answer = await story.post(story.response(request, changes), request.relayState)
    assertErrorPage(answer, 400)
    assert.ok(!answer.text.includes(reason), what)
    assert.ok(story.wasRefusedFor(reason), what)
  }
})

test('SA6: a connection that is turned off or changed in between signs nobody in', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  const request = await story.setOut(visitor)
  const body = (await story.app.admin('GET', `/sso/connections/${story.id}`)).json
  const {
    sp_entity_id: _e,
    acs_url: _a,
    sp_logout_url: _l,
    slo_response_url: _r,
    ...saml
  } = body['saml'] as Record<string, unknown>
  const replace = (more: object) =>
    story.app.admin('PUT', `/sso/connections/${story.id}`, { type: 'saml', name: 'Acme', saml, ...more })
  const waiting = await story.accept(story.response(request), request.relayState)
  const off = await replace({ enabled: false })
  assert.equal(off.status, 200, off.text)
  assert.equal((await story.post(story.response(request), request.relayState)).status, 404)
  assert.equal((await visitor.open(waiting)).status, 404)
  await replace({ enabled: true })
  assertErrorPage(await visitor.open(waiting), 400)
  assertErrorPage(await visitor.open(await story.accept(story.response(request), request.relayState)), 400)
  assert.equal(await isSignedIn(visitor), false)
})

test('SA4: what is too large, hostile or no response at all is refused at once, and nothing is kept', async (t) => {
  const story = await SamlStory.begin(t)
  const laughs = encode('<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d SYSTEM "http://127.0.0.1:9/">]><a>&b;&d;</a>')
  const [file, empty, garbage] = [
    encode('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    '',
    'x'.repeat(1000),
  ]
  for (const response of [laughs, file, empty, garbage, encode('<a/>'), 'A'.repeat(400_000)]) {
    assertErrorPage(await story.post(response), 400)
  }
  assert.equal((await story.post('A'.repeat(600_000))).status, 413)
  const rows = await story.app.database.db.all(sql`SELECT hash FROM sso_saml_responses`)
  assert.deepEqual(rows, [])
})

test('RP6: a person who is disabled stays so, and what the provider says is in no log and no row', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  await story.signIn(visitor, { assertion: { email: 'grace.hopper@acme.com' } })
  const { id } = await meOf(visitor)
  await story.app.admin('PATCH', `/users/${String(id)}`, { disabled: true })
  const back = new Visitor(story.app)
  assertErrorPage(await story.signIn(back), 403)
  assert.equal(await isSignedIn(back), false)
  const rows = JSON.stringify(await story.app.database.db.all(sql`SELECT * FROM sso_saml_responses`))
  for (const text of [rows, story.app.log.join()]) assert.ok(!text.includes('grace.hopper'))
})

test('RP4: a response for one connection opens nothing at another one of the same provider', async (t) => {
  const story = await SamlStory.begin(t)
  const other = await makeSamlConnection(story.app)
  const visitor = new Visitor(story.app)
  const request = await story.setOut(visitor)
  const location = await story.accept(story.response(request), request.relayState)
  assertErrorPage(await visitor.open(location.replace(story.id, other)), 400)
  const answer = await story.app.send({
    method: 'POST',
    url: `/api/v1/sso/saml/${other}/acs`,
    form: { SAMLResponse: story.response(request), RelayState: request.relayState },
  })
  assertErrorPage(answer, 400)
})

test('whoever signs out where they work is signed out here, of the sessions that are named', async (t) => {
  const story = await SamlStory.begin(t)
  const [one, other] = [new Visitor(story.app), new Visitor(story.app)]
  const statement = goodAssertion(story.parties).authnStatement
  await story.signIn(one)
  await story.signIn(other, { assertion: { authnStatement: statement.replace('_session1', '_session2') } })
  const { serviceProvider, identityProvider, idpKey } = story.parties
  const mirrored = {
    serviceProvider: { ...serviceProvider, entityId: identityProvider.entityId, keys: [idpKey] as const },
    identityProvider: { ...identityProvider, logoutUrl: serviceProvider.logoutUrl },
    nameId: { value: 'ada', format: undefined, nameQualifier: undefined, spNameQualifier: undefined },
    relayState: 'there',
  }
  const ask = (id: string, more: object = {}): string =>
    String(logoutRequestUrl({ ...mirrored, id, now: story.app.clock.now(), ...more })).replace(story.app.baseUrl, '')
  const asked = ask('_l1', { sessionIndex: '_session1' })
  const answer = await story.app.send({ url: asked })
  assert.equal(answer.status, 303, answer.text)
  const back = new URL(String(answer.headers['location']))
  assert.deepEqual([back.origin, back.searchParams.get('RelayState')], ['https://idp.test', 'there'])
  assert.deepEqual([await isSignedIn(one), await isSignedIn(other)], [false, true])
  assertErrorPage(await story.app.send({ url: asked }), 400)
  assertErrorPage(await story.app.send({ url: ask('_l2').replace('RelayState=there', 'RelayState=here') }), 400)
  assertErrorPage(await story.app.send({ url: asked.replace(/\?.*/, '') }), 400)
  assert.equal(await isSignedIn(other), true)
  assert.equal((await story.app.send({ url: ask('_l3') })).status, 303)
  assert.equal(await isSignedIn(other), false, 'without an index every session of the person is meant')
})

/** What a provider responds to our logout request. */
function logoutAnswer(story: SamlStory, to: URL, more: object = {}): string {
  const xml = inflateRawSync(Buffer.from(to.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const { serviceProvider, identityProvider, idpKey } = story.parties
  const answer = logoutResponseUrl({
    serviceProvider: { ...serviceProvider, entityId: identityProvider.entityId, keys: [idpKey] as const },
    identityProvider: { ...identityProvider, logoutUrl: serviceProvider.logoutUrl, logoutResponseUrl: undefined },
    now: story.app.clock.now(),
    inResponseTo: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    relayState: to.searchParams.get('RelayState') ?? '',
    ...more,
  })
  return String(answer).replace(story.app.baseUrl, '')
}

/** The certificates that the provider knows us by. */
async function ourCertificates({ app, id }: SamlStory): Promise<string[]> {
  const { json } = await app.admin('GET', `/sso/connections/${id}/saml-keys`)
  return (json['data'] as { certificate: string }[]).map(({ certificate }) => certificate)
}

/** Follows the way from our page to the provider. */
async function leaveFor(visitor: Visitor, onward: string): Promise<URL> {
  const page = await visitor.open(onward)
  assert.equal(page.status, 200, page.text)
  return new URL(String(page.headers['refresh']).replace('0;url=', ''))
}

test('whoever signs out here is signed out where they work, and comes back', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  await story.signIn(visitor)
  const onward = locationOf(await visitor.submit('/logout', {})) ?? ''
  assert.match(onward, /^\/logout\?onward=/)
  assert.equal(await isSignedIn(visitor), false)
  const to = await leaveFor(visitor, onward)
  assert.equal(to.origin + to.pathname, 'https://idp.test/slo')
  const { serviceProvider, identityProvider, idpKey } = story.parties
  const theirs = await readLogoutMessage(to.search.slice(1), {
    serviceProvider: { ...serviceProvider, logoutUrl: 'https://idp.test/slo', keys: [idpKey] as const },
    identityProvider: {
      ...identityProvider,
      entityId: serviceProvider.entityId,
      certificates: await ourCertificates(story),
    },
    now: story.app.clock.now(),
  })
  assert.ok(theirs.kind === 'request')
  assert.deepEqual([theirs.nameId.value, theirs.sessionIndexes], ['ada', ['_session1']])
  const answer = logoutAnswer(story, to)
  assertErrorPage(await new Visitor(story.app).open(answer), 400)
  assertErrorPage(await visitor.open(logoutAnswer(story, to, { inResponseTo: '_another' })), 400)
  await story.signIn(visitor)
  const again = await leaveFor(visitor, locationOf(await visitor.submit('/logout', {})) ?? '')
  const back = await visitor.open(logoutAnswer(story, again))
  assert.equal(`${back.status} ${locationOf(back)}`, '303 /logout')
  assertErrorPage(await visitor.open(logoutAnswer(story, again)), 400)
  story.app.clock.advance(60_001)
  assert.equal((await visitor.open(onward)).headers['refresh'], undefined, 'the way there is good for a minute')
})

test('signing out at the wish of an application goes by way of where the person works', async (t) => {
  const story = await SamlStory.begin(t)
  const visitor = new Visitor(story.app)
  await story.signIn(visitor)
  const client = await createWebApp(story.app, { post_logout_redirect_uris: ['https://app.example/bye'] })
  const wish = new URLSearchParams({ client_id: client.clientId, post_logout_redirect_uri: 'https://app.example/bye' })
  const asked = await visitor.submit(`/oauth/logout?${wish}`, Object.fromEntries(wish))
  const to = await leaveFor(visitor, locationOf(asked) ?? '')
  const back = await visitor.open(logoutAnswer(story, to))
  assert.equal(`${back.status} ${locationOf(back)}`, '303 https://app.example/bye')
})

test('whoever signed in otherwise, or whose provider takes no logout, just signs out', async (t) => {
  const story = await SamlStory.begin(t, { slo_url: undefined })
  const visitor = new Visitor(story.app)
  await story.signIn(visitor)
  assert.equal(locationOf(await visitor.submit('/logout', {})), '/logout')
})
