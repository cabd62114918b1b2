import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createTestApp } from './app.ts'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'
import { makeSsoConnection, verifySsoDomain } from './sso.ts'

type Members = Record<string, unknown>

export const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const SCIM_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Somebody as a provider sends them. */
export const scimPerson = (name: string, more: Members = {}): Members => ({
  schemas: [SCIM_USER],
  userName: `${name}@acme.com`,
  name: { givenName: name, familyName: 'Roe' },
  emails: [{ value: `${name}@acme.com`, type: 'work', primary: true }],
  active: true,
  ...more,
})

/** A server with a connection that speaks for acme.com, and the provider that keeps its people in step. */
export class ScimStory {
  readonly app: TestApp
  readonly connection: string
  readonly token: string

  private constructor(app: TestApp, connection: string, token: string) {
    this.app = app
    this.connection = connection
    this.token = token
  }

  static async begin(t: TestContext, more: Members = {}, app?: TestApp): Promise<ScimStory> {
    const at = app ?? (await createTestApp(t))
    const connection = await makeSsoConnection(at, more)
    await verifySsoDomain(at, connection)
    return new ScimStory(at, connection, (await makeScimToken(at, connection)).token)
  }

  /** The request of a provider. */
  request(method: NonNullable<TestRequest['method']>, path: string, json?: unknown, headers = {}): TestRequest {
    const type = json === undefined ? {} : { 'content-type': 'application/scim+json' }
    return {
      method,
      url: `/scim/v2/${this.connection}${path}`,
      headers: { authorization: `Bearer ${this.token}`, ...type, ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    }
  }

  send(...request: Parameters<ScimStory['request']>): Promise<TestAnswer> {
    return this.app.send(this.request(...request))
  }

  patch(path: string, ...Operations: Members[]): Promise<TestAnswer> {
    return this.send('PATCH', path, { schemas: [PATCH_OP], Operations })
  }

  /** Takes somebody in; answers their id. */
  async person(name: string, more: Members = {}): Promise<string> {
    const made = await this.send('POST', '/Users', scimPerson(name, more))
    assert.equal(made.status, 201, made.text)
    return String(made.json['id'])
  }

  /** Makes a group; answers its id. */
  async group(displayName: string, ...members: string[]): Promise<string> {
    const body = { schemas: [SCIM_GROUP], displayName, members: members.map((value) => ({ value })) }
    const made = await this.send('POST', '/Groups', body)
    assert.equal(made.status, 201, made.text)
    return String(made.json['id'])
  }

  /** The account that somebody has. */
  async account(email: string): Promise<Members | undefined> {
    const found = await this.app.admin('GET', `/users?search=${encodeURIComponent(email)}`)
    return (found.json['data'] as Members[])[0]
  }

  /** The names of people that a filter finds. */
  async find(filter: string, more = ''): Promise<string[]> {
    const found = await this.send('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
    assert.equal(found.status, 200, found.text)
    return (found.json['Resources'] as Members[]).map((it) => String(it['userName']).replace('@acme.com', ''))
  }
}

/** A token of a connection, with its secret. */
export async function makeScimToken(app: TestApp, connection: string): Promise<{ id: string; token: string }> {
  const made = await app.admin('POST', `/sso/connections/${connection}/scim-tokens`, { name: 'Okta' })
  assert.equal(made.status, 201, made.text)
  return { id: String(made.json['id']), token: String(made.json['token']) }
}
