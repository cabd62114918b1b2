/** An answer with more to say than its body: status, headers, cookies. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  constructor(status: number, body: unknown, headers: Record<string, string> = {}, cookies: readonly string[] = []) {
    this.status = status
    this.body = body
    this.headers = headers
    this.cookies = cookies
  }

  /** The same answer with one more header. */
  withHeader(name: string, value: string): Reply {
    return new Reply(this.status, this.body, { ...this.headers, [name]: value }, this.cookies)
  }

  /** The same answer with one more `Set-Cookie`, if there is one to set. */
  withCookie(cookie: string | undefined): Reply {
    if (cookie === undefined) return this
    return new Reply(this.status, this.body, { ...this.headers }, [...this.cookies, cookie])
  }
}

/** 201 with the new object and where it lives. */
export const created = (location: string, body: unknown): Reply => new Reply(201, body, { location })

export const noContent = (): Reply => new Reply(204, undefined)

/** What a guard of a page throws to lead somebody elsewhere first. */
export class Redirect extends Error {
  override readonly name = 'Redirect'
  readonly location: string
  constructor(location: string) {
    super('led elsewhere')
    this.location = location
  }
}

/** 303, so that a form's POST never travels on to the next address (RFC 9700 §4.12). */
export const seeOther = (location: string): Reply =>
  new Reply(303, undefined, { location, 'cache-control': 'no-store' })
