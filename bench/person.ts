import { createHash, randomBytes } from 'node:crypto'

/** Somebody with a session, who allows what an app asks for through the hosted pages. */
export class Person {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()
  private constructor(origin: string) {
    this.#origin = origin
  }

  static async signUp(origin: string): Promise<Person> {
    const person = new Person(origin)
    const email = `bench-${randomBytes(6).toString('hex')}@example.com`
    const body = JSON.stringify({ email, password: randomBytes(16).toString('hex'), name: 'Bench' })
    const answer = await person.#send('/api/v1/auth/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
    return person
  }

  /** Sends JSON as our own pages do, with the token of the session. */
  async call<T>(method: string, path: string, body: object): Promise<T> {
    const me = (await (await this.#send('/api/v1/auth/me')).json()) as { csrf_token: string }
    const headers = { 'content-type': 'application/json', 'x-csrf-token': me.csrf_token, origin: this.#origin }
    const answer = await this.#send(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  /** Walks from the authorization endpoint to the redirect, allowing on the consent page when it appears. */
  async authorize(ask: {
    clientId: string
    redirect: string
    scope: string
  }): Promise<{ code: string; verifier: string }> {
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: ask.clientId,
      redirect_uri: ask.redirect,
      scope: ask.scope,
      state: 'bench',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    let answer = await this.#send(`/oauth/authorize?${query}`)
    for (let step = 0; step < 6; step++) {
      const location = answer.headers.get('location')
      if (location?.startsWith(ask.redirect)) {
        const code = new URL(location).searchParams.get('code')
        if (code === null) throw new Error(`the answer carries no code: ${location}`)
        return { code, verifier }
      }
      answer = location === null ? await this.#allow(await answer.text()) : await this.#send(location)
    }
    throw new Error('the authorization request did not come back')
  }

  #allow(page: string): Promise<Response> {
    const fields = new URLSearchParams({ decision: 'allow' })
    for (const name of ['request', 'csrf_token']) {
      const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]
      if (value === undefined) throw new Error(`the consent page has no field ${name}: ${page.slice(0, 500)}`)
      fields.set(name, value)
    }
    return this.#send('/oauth/authorize', { method: 'POST', body: fields })
  }

  async #send(target: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(target, this.#origin)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    return answer
  }
}
