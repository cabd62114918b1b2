import assert from 'node:assert/strict'
import { codeAt, timeStep } from '#/modules/credentials/second-factor/totp.ts'
import { Authenticator } from './authenticator.ts'
import { GOOD_PASSWORD } from './people.ts'
import { Visitor } from './visitor.ts'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'
import type { Mutations } from './authenticator.ts'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a base 32 text without padding. */
export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** Somebody with a browser, a password and whatever else they set up: drives the JSON routes as a page would. */
export class FactorPerson {
  readonly app: TestApp
  readonly visitor: Visitor
  readonly email: string
  id = ''
  csrf = ''
  secret: Buffer = Buffer.alloc(0)
  recoveryCodes: string[] = []
  readonly authenticator: Authenticator

  constructor(app: TestApp, email = 'maya@example.com', address?: string) {
    this.app = app
    this.email = email
    this.visitor = new Visitor(app, address)
    this.authenticator = new Authenticator({ origin: app.baseUrl })
  }

  /** Makes an account and signs in. */
  static async signUp(app: TestApp, email?: string): Promise<FactorPerson> {
    const person = new FactorPerson(app, email)
    const json = { email: person.email, password: GOOD_PASSWORD }
    const answer = person.#keep(await person.visitor.send({ url: '/api/v1/auth/signup', json }))
    assert.equal(answer.status, 201, answer.text)
    person.id = String(answer.json['id'])
    return person
  }

  /** The same, with the address proven. */
  static async proven(app: TestApp, email?: string): Promise<FactorPerson> {
    const person = await FactorPerson.signUp(app, email)
    await person.proveAddress()
    return person
  }

  /** The same, with an authenticator app, and the clock at the next step so that its next code is a new one. */
  static async withTotp(app: TestApp, email?: string): Promise<FactorPerson> {
    const person = await FactorPerson.signUp(app, email)
    await person.setUpTotp()
    return person
  }

  /** The same person in another browser. */
  elsewhere(address?: string): FactorPerson {
    const other = new FactorPerson(this.app, this.email, address)
    other.id = this.id
    other.secret = this.secret
    other.recoveryCodes = this.recoveryCodes
    return other
  }

  /** Calls a route below `/api/v1` with the cookies and the token of the session. */
  async call(method: NonNullable<TestRequest['method']>, path: string, json?: unknown): Promise<TestAnswer> {
    const headers = { 'x-csrf-token': this.csrf }
    const url = `/api/v1${path}`
    return this.#keep(await this.visitor.send({ method, url, headers, ...(json === undefined ? {} : { json }) }))
  }

  logIn(password: string = GOOD_PASSWORD): Promise<TestAnswer> {
    return this.call('POST', '/auth/login', { email: this.email, password })
  }

  /** Has the address counted as proven, which every factor needs. */
  async proveAddress(): Promise<void> {
    const answer = await this.app.admin('PATCH', `/users/${this.id}`, { email_verified: true })
    assert.equal(answer.status, 200, answer.text)
  }

  /** Takes a new secret into the app; it counts once a code of it was shown. */
  async enrollTotp(): Promise<void> {
    await this.proveAddress()
    const offered = await this.call('POST', '/auth/mfa/totp/enroll')
    assert.equal(offered.status, 200, offered.text)
    this.secret = decodeBase32(String(offered.json['secret']))
  }

  async setUpTotp(): Promise<void> {
    await this.enrollTotp()
    const activated = await this.call('POST', '/auth/mfa/totp/activate', { code: this.code() })
    assert.equal(activated.status, 200, activated.text)
    this.recoveryCodes = activated.json['recovery_codes'] as string[]
    this.app.clock.advance(STEP_MS)
  }

  /** The code the app shows now, or some steps from now. */
  code(steps = 0): string {
    return codeAt(this.secret, timeStep(this.app.clock.now()) + steps)
  }

  /** A code that is none of those around now. */
  wrongCode(): string {
    const right = [-1, 0, 1].map((steps) => this.code(steps))
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) as string
  }

  challenge(code: string): Promise<TestAnswer> {
    return this.call('POST', '/auth/mfa/challenge', { code })
  }

  /** Adds a passkey to the account. */
  async addPasskey(mutations: Mutations = {}): Promise<TestAnswer> {
    await this.proveAddress()
    const options = await this.call('POST', '/auth/passkeys/register/options')
    assert.equal(options.status, 200, options.text)
    return this.call('POST', '/auth/passkeys/register', {
      credential: this.authenticator.create(options.json as never, mutations),
    })
  }

  /** Signs in with a passkey. */
  async passkeyLogIn(mutations: Mutations = {}): Promise<TestAnswer> {
    const options = await this.call('POST', '/auth/passkeys/login/options')
    assert.equal(options.status, 200, options.text)
    return this.call('POST', '/auth/passkeys/login', {
      credential: this.authenticator.get(options.json as never, mutations),
    })
  }

  /** Whether the session opens things. */
  async isSignedIn(): Promise<boolean> {
    return (await this.call('GET', '/auth/me')).status === 200
  }

  #keep(answer: TestAnswer): TestAnswer {
    const token = answer.json['csrf_token']
    if (typeof token === 'string') this.csrf = token
    return answer
  }
}

/** Status and code of an answer, for short assertions. */
export const outcome = (answer: TestAnswer): string =>
  answer.status < 400 ? String(answer.status) : `${answer.status} ${String(answer.json['code'])}`

/** The events with these names, oldest first, each with its data. */
export async function eventsNamed(app: TestApp, ...names: string[]): Promise<{ name: string; data: unknown }[]> {
  const found: { name: string; data: unknown }[] = []
  for (const name of names) {
    const answer = await app.admin('GET', `/audit-logs?action=${name}&limit=200`)
    assert.equal(answer.status, 200, answer.text)
    const entries = answer.json['data'] as { metadata: unknown }[]
    found.push(...entries.toReversed().map(({ metadata }) => ({ name, data: metadata })))
  }
  return found
}
