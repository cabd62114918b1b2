import { screen } from '#/app/screen.ts'

/** What stands between a proof of who somebody is and their session, and what became of each sign-in. */
export const flows = screen({
  label: { en: 'Auth flows', es: 'Flujos de acceso' },
  icon: 'flow',
  group: 'signIn',
  scope: 'flows:read',
  routes: [
    { path: '/flows', load: () => import('./list.tsx') },
    { path: '/flows/new', scope: 'flows:write', load: () => import('./create.tsx') },
    { path: '/flows/$id', load: () => import('./detail.tsx') },
  ],
  // The page of a run leads on to that of its flow, which only the server knows.
  objects: { flow: (id) => `/flows/${id}`, run: (id) => `/flows/${id}` },
})
