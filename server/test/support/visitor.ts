import { cookiesOf } from './people.ts'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'

/** A browser nobody has signed in to yet: keeps cookies and says, as browsers do, where a request comes from. */
export class Visitor {
  cookies: Record<string, string> = {}
  /** What every request of this browser says. */
  headers: Record<string, string> = {}
  readonly #app: TestApp
  readonly #address: string | undefined

  constructor(app: TestApp, address?: string) {
    this.#app = app
    this.#address = address
  }

  /** Opens an address. */
  open(url: string): Promise<TestAnswer> {
    return this.send({ url })
  }

  /** Fills in the page at an address and sends its form there. */
  async submit(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<TestAnswer> {
    const page = await this.open(url)
    const csrf = /name="csrf_token"\s+value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const action = /<form method="post" action="([^"]*)"/.exec(page.text)?.[1] ?? url
    return this.post(action.replaceAll('&amp;', '&'), { csrf_token: csrf, ...fields }, headers)
  }

  /** Sends a form from a page of the server. */
  post(url: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.send({ url, form, headers: { origin: this.#app.baseUrl, 'sec-fetch-site': 'same-origin', ...headers } })
  }

  /** Sends a request with this browser's cookies and keeps the ones that come back. */
  async send(request: TestRequest): Promise<TestAnswer> {
    const cookie = Object.entries(this.cookies).map(([name, value]) => `${name}=${value}`)
    const answer = await this.#app.send({
      ...(this.#address === undefined ? {} : { remoteAddress: this.#address }),
      ...request,
      headers: { ...this.headers, ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}), ...request.headers },
    })
    for (const [name, value] of Object.entries(cookiesOf(...[answer.headers['set-cookie'] ?? []].flat()))) {
      if (value === '') delete this.cookies[name]
      else this.cookies[name] = value
    }
    return answer
  }
}
