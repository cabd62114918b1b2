import type { IncomingMessage } from 'node:http'
import type { TSchema } from 'typebox'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import { readForm, readJson, readMultipart } from '#/platform/http/input/body.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { Form } from '#/platform/http/input/form.ts'
import { parameterErrors, typedQuery } from '#/platform/http/input/query.ts'
import type { RequestInFlight } from './request.ts'
import { isRead } from '#/platform/http/routing/route.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import { pointerTo } from '#/platform/validation/field-errors.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'

/** Reads what a route takes: path parameters, query, body. What is not as declared never reaches the handler. */
export class RouteInput {
  readonly #route: Route
  readonly #params: LazyValidator | undefined
  readonly #query: LazyValidator | undefined
  readonly #body: LazyValidator | undefined
  readonly #isApi: boolean
  readonly #isScim: boolean
  readonly #refusesUnknown: boolean

  constructor({ area, route }: MountedRoute) {
    const { params, query, body } = route.schema
    this.#route = route
    this.#params = params && new LazyValidator(params, false)
    this.#query = query && new LazyValidator(query, false)
    // The one place of the rule on unknown members (docs/decisions/api.md): admin bodies refuse unknown fields, OAuth and forms ignore them.
    // Endpoints that authenticate a client read their form themselves: the client comes first (rule G10), and what is
    // wrong with a parameter has a code of its own in the protocol.
    const readsItsForm = route.form && route.auth.kind === 'client'
    this.#body = readsItsForm || !body ? undefined : new LazyValidator(body, area === 'api' && !route.form)
    this.#isApi = area === 'api'
    this.#isScim = area === 'scim'
    // What a provider adds to the address of its callback is its own business, and so are links to pages.
    this.#refusesUnknown = area === 'api' && !route.page && !route.relay
  }

  /** Fills the request, or throws the 400, 404 or 415. */
  read(request: RequestInFlight, body: Uint8Array | undefined, raw: IncomingMessage): void {
    if (this.#params && (namesNothing(request.params) || !this.#params.check(request.params))) {
      throw new AppError(commonErrors.not_found)
    }
    this.#readQuery(request)
    this.#readBody(request, body, raw)
  }

  /** Parses the form, once; the guards of a page look for its token before anything of it is validated. */
  readForm(request: RequestInFlight, body: Uint8Array | undefined, raw: IncomingMessage): void {
    if (request.form === Form.empty) request.form = readForm(body, raw.headers)
  }

  #readQuery(request: RequestInFlight): void {
    const schema: TSchema | undefined = this.#route.schema.query
    const errors = this.#isApi ? parameterErrors(request.queryForm, schema, !this.#refusesUnknown) : []
    if (errors.length > 0) throw invalid(errors)
    if (schema && this.#query) request.query = valid(typedQuery(request.queryForm, schema), this.#query)
  }

  #readBody(request: RequestInFlight, body: Uint8Array | undefined, raw: IncomingMessage): void {
    if (this.#route.multipart) request.parts = readMultipart(body, raw.headers)
    else if (this.#route.form) {
      this.readForm(request, body, raw)
      if (this.#body) request.body = valid(request.form.toRecord(), this.#body)
    } else if (this.#body) {
      const value = readJson(body, raw.headers, this.#isScim ? 'SCIM' : this.#route.method)
      request.body = valid(value === undefined ? {} : value, this.#body)
    } else if (this.#refusesUnknown && !isRead(this.#route) && body !== undefined && body.length > 0) {
      refuseMembers(readJson(body, raw.headers, this.#route.method))
    }
  }
}

/** A route that takes no body was not asked for what a body says: it must not act as if it had been. */
function refuseMembers(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('', 'this route takes no body')
  }
  const names = Object.keys(value)
  if (names.length > 0)
    throw invalid(names.map((name) => ({ pointer: pointerTo(name), message: 'is not a known field' })))
}

function valid(value: unknown, validator: LazyValidator): unknown {
  if (!validator.check(value)) throw invalid(validator.errors(value))
  return value
}

// PostgreSQL holds no text with a NUL and fails on a query for one; nothing is named so, and nothing has an empty name.
// The rest of a path may be empty: it names the root.
const namesNothing = (params: Readonly<Record<string, string>>): boolean =>
  Object.entries(params).some(([name, value]) => (value === '' && name !== '*') || value.includes('\0'))
