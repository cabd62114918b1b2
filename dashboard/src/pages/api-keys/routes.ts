import { screen } from '#/app/screen.ts'

/** Credentials of scripts and operators. */
export const apiKeys = screen({
  label: { en: 'API keys', es: 'Claves de API' },
  icon: 'key',
  group: 'platform',
  scope: 'api-keys:read',
  routes: [
    { path: '/api-keys', load: () => import('./list.tsx') },
    { path: '/api-keys/new', scope: 'api-keys:write', load: () => import('./create.tsx') },
    { path: '/api-keys/$id', load: () => import('./detail.tsx') },
  ],
  objects: { key: (id) => `/api-keys/${id}` },
})
