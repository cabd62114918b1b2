import { cookiesOf } from '#test/support/people.ts'
import type { RequestContext } from '#/platform/request-context.ts'

/** The context of a request that says nothing about itself but what is given. */
export const requestContext = (given: Partial<RequestContext> = {}): RequestContext => ({
  requestId: 'req_test',
  ip: '192.0.2.7',
  userAgent: undefined,
  locale: 'en',
  cookies: {},
  notes: {},
  ...given,
})

/** The context of a request by the browser that was given these `Set-Cookie` headers. */
export const requestWith = (...setCookies: readonly string[]): RequestContext =>
  requestContext({ cookies: cookiesOf(...setCookies) })
