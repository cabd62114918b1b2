import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'
import type { TestContext } from 'node:test'
import { createTestApp } from './app.ts'
import type { TestAnswer, TestApp } from './app.ts'
import { assertionXml, encode, goodAssertion, responseXml, SAML_NOW, samlParties, signed } from './saml-idp.ts'
import type { AssertionFields, ResponseFields, SamlParties } from './saml-idp.ts'
import { makeSsoConnection, samlConnection, verifySsoDomain } from './sso.ts'
import type { Visitor } from './visitor.ts'

type Members = Record<string, unknown>

/** What a request of ours said, and what went along with it. */
export interface SentRequest {
  readonly id: string
  readonly relayState: string
  readonly url: URL
  readonly xml: string
}

/** What a response is to say otherwise than a good one. */
export interface ResponseChanges {
  readonly assertion?: Partial<AssertionFields>
  readonly response?: Partial<ResponseFields>
}

/** A server with a connection by SAML that speaks for acme.com, and the provider's side of it. */
export class SamlStory {
  readonly app: TestApp
  readonly id: string
  readonly parties: SamlParties

  private constructor(app: TestApp, id: string, parties: SamlParties) {
    this.app = app
    this.id = id
    this.parties = parties
  }

  static async begin(t: TestContext, changes: Members = {}, more: Members = {}, app?: TestApp): Promise<SamlStory> {
    const at = app ?? (await createTestApp(t))
    at.clock.advance(Math.max(0, SAML_NOW - at.clock.now()))
    const connection = { oidc: undefined, ...(await samlConnection({ slo_url: 'https://idp.test/slo', ...changes })) }
    const id = await makeSsoConnection(at, { ...connection, ...more })
    await verifySsoDomain(at, id)
    const parties = await samlParties()
    const base = `${at.baseUrl}/api/v1/sso/saml/${id}`
    const [key] = parties.serviceProvider.keys
    const serviceProvider = {
      entityId: `${base}/metadata`,
      acsUrl: `${base}/acs`,
      logoutUrl: `${base}/slo`,
      keys: [key] as const,
    }
    return new SamlStory(at, id, { ...parties, serviceProvider })
  }

  /** Sets out to the provider; answers what it was asked. */
  async setOut(visitor: Visitor, query = ''): Promise<SentRequest> {
    const answer = await visitor.open(`/api/v1/sso/saml/${this.id}/auth${query}`)
    assert.equal(answer.status, 303, answer.text)
    const url = new URL(String(answer.headers['location']))
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', relayState: url.searchParams.get('RelayState') ?? '', url, xml }
  }

  /** What the provider responds to a request, or of itself. */
  response(to: Pick<SentRequest, 'id'> | undefined, { assertion, response }: ResponseChanges = {}): string {
    const fields = {
      ...goodAssertion(this.parties),
      id: `_${Math.random()}`,
      email: 'ada@acme.com',
      inResponseTo: to?.id,
    }
    const xml = signed(assertionXml({ ...fields, ...assertion }), this.parties.idpKey)
    return encode(responseXml(this.parties, xml, { inResponseTo: to?.id, ...response }))
  }

  /** Posts a response as a page of the provider does: from another site, without a cookie of ours. */
  post(SAMLResponse: string, RelayState = '', app = this.app): Promise<TestAnswer> {
    return app.send({
      method: 'POST',
      url: `/api/v1/sso/saml/${this.id}/acs`,
      form: { SAMLResponse, ...(RelayState === '' ? {} : { RelayState }) },
      headers: { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
    })
  }

  /** Where a response leads that was taken. */
  async accept(response: string, relayState = ''): Promise<string> {
    const taken = await this.post(response, relayState)
    assert.equal(taken.status, 303, taken.text)
    return String(taken.headers['location']).replace(this.app.baseUrl, '')
  }

  /** Goes to the provider and comes back as somebody. */
  async signIn(visitor: Visitor, changes: ResponseChanges = {}, query = ''): Promise<TestAnswer> {
    const request = await this.setOut(visitor, query)
    return visitor.open(await this.accept(this.response(request, changes), request.relayState))
  }

  /** Whether the log says that a response was refused for a reason. */
  wasRefusedFor(reason: string): boolean {
    return this.app.log.some((line) => line.includes(`"reason":"${reason}"`) && line.includes(this.id))
  }
}
