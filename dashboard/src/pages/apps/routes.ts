import { screen } from '#/app/screen.ts'

/** Applications that people sign in to. */
export const apps = screen({
  label: { en: 'Applications', es: 'Aplicaciones' },
  icon: 'app',
  group: 'apps',
  scope: 'apps:read',
  routes: [
    { path: '/apps', load: () => import('./list.tsx') },
    { path: '/apps/new', scope: 'apps:write', load: () => import('./create.tsx') },
    { path: '/apps/test', load: () => import('./test-page.tsx') },
    { path: '/apps/$id', load: () => import('./detail.tsx') },
  ],
  objects: { app: (id) => `/apps/${id}` },
})
