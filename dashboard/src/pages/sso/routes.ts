import { screen } from '#/app/screen.ts'

/** The identity providers of companies that people sign in with. */
export const sso = screen({
  label: { en: 'Single sign-on', es: 'Inicio de sesión único' },
  icon: 'sso',
  group: 'apps',
  scope: 'sso:read',
  routes: [
    { path: '/sso', load: () => import('./list.tsx') },
    { path: '/sso/new', scope: 'sso:write', load: () => import('./create.tsx') },
    { path: '/sso/$id', load: () => import('./detail.tsx') },
  ],
  objects: {
    sso: (id) => `/sso/${id}`,
    ssod: (_, connection) => (connection === undefined ? undefined : `/sso/${connection}?tab=domains`),
  },
})
