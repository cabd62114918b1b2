import assert from 'node:assert/strict'

/** Somebody who is signed in and answers devices, by the forms that a browser would send. */
export class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, string>()
  constructor(url: string) {
    this.#url = url
  }

  async signIn(email: string, password: string): Promise<void> {
    const body = JSON.stringify({ email, password })
    const response = await this.#send('/api/v1/auth/login', { method: 'POST', body, type: 'application/json' })
    assert.equal(response.status, 200, await response.text())
  }

  /** Opens the page of a code and says yes or no; returns the status of what comes back. */
  async answer(userCode: string, decision: 'allow' | 'deny'): Promise<number> {
    const page = await this.#send(`/oauth/device/verify?user_code=${userCode}`)
    const text = await page.text()
    assert.equal(page.status, 200, text)
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    )
    const body = new URLSearchParams([...hidden, ['decision', decision]]).toString()
    const form = { method: 'POST', body, type: 'application/x-www-form-urlencoded' }
    return (await this.#send('/oauth/device/verify', form)).status
  }

  async #send(path: string, { method = 'GET', body, type }: { method?: string; body?: string; type?: string } = {}) {
    const headers: Record<string, string> = {
      origin: this.#url,
      cookie: [...this.#cookies].map((it) => it.join('=')).join('; '),
    }
    if (type !== undefined) headers['content-type'] = type
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      this.#cookies.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    return response
  }
}
