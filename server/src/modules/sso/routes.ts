import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { SsoRouteSchema } from './schemas.ts'
import { ssoRouteView } from './views.ts'

const findRoute = apiRoute({
  name: 'auth.sso',
  method: 'GET',
  url: '/auth/sso',
  auth: { kind: 'public' },
  summary: 'Find out where people with an address sign in',
  description:
    'By the domain of the address alone: the response is the same whether or not anybody here has it. Send the browser to redirect_url; `request` and `next` may be added to it, as at /login.',
  schema: {
    query: Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) }),
    response: { 200: SsoRouteSchema, 404: ErrorSchema, 429: ErrorSchema },
  },
  handler: async ({ query, context }, { ssoRouting }) => {
    const connections = await ssoRouting.lookUp(query.email, context)
    return ssoRouteView(connections, ssoRouting.urlFor(connections, query.email), (it) => ssoRouting.startUrl(it))
  },
})

/** What programs ask before a sign-in. */
export const ssoRoutes = [findRoute]
