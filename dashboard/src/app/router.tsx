import { createRootRoute, createRoute, createRouter, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { client } from '#/api/client.ts'
import { base } from '#/api/mandate.ts'
import { allows } from '#/api/scopes.ts'
import { meQuery } from '#/api/session.ts'
import { screens } from '#/pages/index.ts'
import { parseSearch, stringifySearch } from '#/ui/search-params.ts'
import { Guarded } from './guarded.tsx'
import { NotFound } from './not-found.tsx'
import { painted } from './painted.ts'
import { Shell } from './shell.tsx'
import type { Search } from '#/ui/search-params.ts'
import type { PageFile, PageRoute, Screen } from './screen.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const routeOf = (screen: Screen, { path, scope = screen.scope, load }: PageRoute) => {
  const Page = lazyRouteComponent(load)
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: async ({ location: { search } }) => {
      const [file] = await Promise.all([load(), Page.preload?.()])
      if (file.ahead) await Promise.race([begin(file.ahead, search), after(PATIENCE_MS)])
    },
    component: () => (
      <Guarded title={screen.label} scope={scope}>
        <Page />
      </Guarded>
    ),
  })
}

/** A page that has its first answers by then is drawn once, with them; otherwise it is drawn without them, and again. */
const PATIENCE_MS = 150

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Whoever may not come in is told so by the screen itself. */
async function begin(ahead: NonNullable<PageFile['ahead']>, search: Search): Promise<void> {
  const me = await client.ensureQueryData(meQuery).catch(() => undefined)
  if (me) await ahead({ client, may: (scope) => allows(me.scopes, scope), search })
}

/** Addresses, and what each shows. */
export const router = createRouter({
  routeTree: root.addChildren(screens.flatMap((screen) => screen.routes.map((route) => routeOf(screen, route)))),
  basepath: `${base}/admin`,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A page about another one is another page: nothing that was written or opened there is left.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
})

const { load } = router
// The answer to a click or a key is painted first, and then the other screen, or the list with another filter, is made. What the next
// click builds on is known at once.
router.load = async (options) => {
  if (options?.action) {
    router.updateLatestLocation()
    await painted()
  }
  await load(options)
}

/** A part of the address: `useParam('id')` for `/users/$id`. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
