import type { IncomingHttpHeaders } from 'node:http'
import { formsOf, linksOf, textOf } from './forms.ts'
import type { PageForm } from './forms.ts'
import { send } from './http.ts'
import type { Incoming } from './http.ts'

/** Someone who signs up and signs in. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

let people = 0

/** A person nobody has met before. */
export function newPerson(): Person {
  const email = `person-${process.pid}-${++people}@example.com`
  return { name: `Person ${people}`, email, password: 'a quiet harbour at 5 in the morning' }
}

/** Where the browser has arrived: a page of the server, or the door to somewhere else. */
export interface Place {
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly html: string
  /** The address the server sent the browser to, outside of the server. The browser did not go there. */
  readonly left: URL | undefined
}

const MAX_REDIRECTS = 10

/**
 * A browser without scripts: cookies, redirects within the server, links and forms. Judges walk through the hosted
 * pages with it as a person would.
 */
export class Browser {
  readonly #origin: string
  readonly #cookies: Map<string, string>
  readonly #connect: string

  /** `connect` is the node that the origin's name leads to, when that is not where the origin itself points. */
  constructor(origin: string, connect: string = origin, cookies = new Map<string, string>()) {
    this.#cookies = cookies
    this.#origin = new URL(origin).origin
    this.#connect = new URL(connect).origin
  }

  /** The same browser when the name of the server leads to another node. */
  via(node: string): Browser {
    return new Browser(this.#origin, node, this.#cookies)
  }

  /** The cookies as the browser sends them. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Types an address. */
  open(url: string | URL): Promise<Place> {
    return this.#follow('GET', new URL(url, this.#origin), undefined, 'none')
  }

  /** Clicks the link that leads to a path. */
  async click(place: Place, path: string): Promise<Place> {
    const target = linksOf(place.html)
      .map((href) => new URL(href, place.url))
      .find((url) => url.pathname === path)
    if (!target) throw lost(`there is no link to ${path}`, place)
    return this.#follow('GET', target, undefined, 'same-origin')
  }

  /** Fills the form that has all these fields and presses its first button, or the one with the given value. */
  async submit(place: Place, values: Readonly<Record<string, string>>, press?: string): Promise<Place> {
    const form = formsOf(place.html).find(
      ({ fields, buttons }) =>
        Object.keys(values).every((name) => fields.has(name)) &&
        (press === undefined || buttons.some(({ value }) => value === press)),
    )
    if (!form) throw lost(`there is no form with ${[...Object.keys(values), press ?? []].join(', ')}`, place)
    const filled = new URLSearchParams([...form.fields, ...Object.entries(values)].filter(once))
    const button = form.buttons.find(({ value }) => press === undefined || value === press)
    if (button && button.name !== '') filled.set(button.name, button.value)
    return this.#send(form, place.url, filled)
  }

  /** From the sign-in page to an account of one's own. */
  async signUp(place: Place, { name, email, password }: Person): Promise<Place> {
    const page = await this.click(place, '/signup')
    const known = formsOf(page.html).some(({ fields }) => fields.has('name'))
    return arrived(await this.submit(page, { ...(known ? { name } : {}), email, password }), '/signup')
  }

  async signIn(place: Place, { email, password }: Person): Promise<Place> {
    return arrived(await this.submit(place, { email, password }), '/login')
  }

  /** Says yes on a consent or device page. */
  allow(place: Place): Promise<Place> {
    return this.submit(place, {}, 'allow')
  }

  /** Says no on a consent or device page. */
  deny(place: Place): Promise<Place> {
    return this.submit(place, {}, 'deny')
  }

  /** Goes through an authorization request as a new person who allows it; answers the address of the callback. */
  async authorize(url: string | URL, person: Person): Promise<URL> {
    const login = await this.open(url)
    return callbackOf(await this.allow(await this.signUp(login, person)))
  }

  #send(form: PageForm, base: URL, filled: URLSearchParams): Promise<Place> {
    const target = new URL(form.action, base)
    if (form.method === 'post') return this.#follow('POST', target, filled.toString(), 'same-origin')
    target.search = filled.toString()
    return this.#follow('GET', target, undefined, 'same-origin')
  }

  async #follow(method: 'GET' | 'POST', url: URL, body: string | undefined, site: string): Promise<Place> {
    let step = { method, url, body }
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const { status, headers, text: html } = await this.#request(step.method, step.url, step.body, site)
      this.#keep(headers['set-cookie'] ?? [])
      const place = { url: step.url, status, headers, html, left: undefined }
      if (status < 300 || status >= 400 || headers.location === undefined) return place
      const next = new URL(headers.location, step.url)
      if (next.origin !== this.#origin) return { ...place, left: next }
      step = { method: 'GET', url: next, body: undefined }
    }
    throw new Error(`more than ${MAX_REDIRECTS} redirects from ${url.href}`)
  }

  #request(method: string, url: URL, body: string | undefined, site: string): Promise<Incoming> {
    const headers: Record<string, string> = {
      host: url.host,
      accept: 'text/html,application/xhtml+xml',
      'sec-fetch-site': site,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    if (this.#cookies.size > 0) headers['cookie'] = this.cookies
    if (body !== undefined) {
      headers['origin'] = this.#origin
      headers['content-type'] = 'application/x-www-form-urlencoded'
    }
    return send(new URL(url.pathname + url.search, this.#connect), { method, headers, body })
  }

  #keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

/** Where the application gets its answer. */
export function callbackOf(place: Place): URL {
  if (place.left) return place.left
  throw lost('the server did not return to the application', place)
}

/** The address of the application that a page offers to go on to, where the server sends nobody there by itself. */
export function offeredBy(place: Place): URL {
  const link = linksOf(place.html).find((href) => URL.canParse(href) && new URL(href).origin !== place.url.origin)
  if (link !== undefined) return new URL(link)
  throw lost('the page offers no way back to the application', place)
}

/** A form that comes again has something to complain about. */
function arrived(place: Place, form: string): Place {
  if (place.url.pathname === form && !place.left) throw lost(`${form} refused what was filled in`, place)
  return place
}

/** The last value of each name counts: what was typed replaces what stood there. */
const once = ([name]: [string, string], index: number, all: [string, string][]): boolean =>
  all.findLastIndex(([other]) => other === name) === index

const lost = (what: string, { url, status, html }: Place): Error =>
  new Error(`${what} at ${url.href} (${status}): ${textOf(html).slice(0, 600)}`)
