import { document } from './document.ts'
import { defaultLook } from './look.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import type { Content } from './document.ts'
import type { Look } from './look.ts'

/** The body of a page that is not written yet. Text of it is in the look nobody chose. */
export class Draft {
  readonly #content: Content
  constructor(content: Content) {
    this.#content = content
  }

  in(look: Look): string {
    return document(this.#content, look).toString()
  }

  toString(): string {
    return this.in(defaultLook)
  }
}

/** Who knows the look of this moment; it never fails, since a page is shown all the more when something did. */
interface Looks {
  look(): Promise<Look>
}

/** The same answer with its page written. */
export async function writtenPage(reply: Reply, looks: Looks): Promise<Reply> {
  if (!(reply.body instanceof Draft)) return reply
  return new Reply(reply.status, reply.body.in(await looks.look()), { ...reply.headers }, reply.cookies)
}

/** The same routes, with their pages in the look of the installation. Routes that show no pages are left alone. */
export const withBrand = (areas: readonly AreaRoutes[], looks: Looks): AreaRoutes[] =>
  areas.map((area) => ({
    ...area,
    routes: area.routes.map((route) => (route.page || area.area === 'pages' ? branded(route, looks) : route)),
  }))

const branded = (route: Route, looks: Looks): Route => ({
  ...route,
  handler: async (request, services) => {
    const outcome = await route.handler(request, services)
    return outcome instanceof Reply ? writtenPage(outcome, looks) : outcome
  },
})
