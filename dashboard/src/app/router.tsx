import { createRootRoute, createRoute, createRouter, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { base } from '#/api/mandate.ts'
import { screens } from '#/pages/index.ts'
import { parseSearch, stringifySearch } from '#/ui/search-params.ts'
import { Guarded } from './guarded.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'
import type { PageRoute, Screen } from './screen.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const routeOf = (screen: Screen, { path, load }: PageRoute) => {
  const Page = lazyRouteComponent(load)
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: () => Page.preload?.(),
    component: () => (
      <Guarded screen={screen}>
        <Page />
      </Guarded>
    ),
  })
}

/** Addresses, and what each shows. */
export const router = createRouter({
  routeTree: root.addChildren(screens.flatMap((screen) => screen.routes.map((route) => routeOf(screen, route)))),
  basepath: `${base}/admin`,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/** A part of the address: `useParam('id')` for `/users/$id`. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name] ?? ''
}
