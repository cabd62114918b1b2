import { screen } from '#/app/screen.ts'

/** How the server is. */
export const health = screen({
  label: { en: 'Health', es: 'Salud' },
  icon: 'health',
  group: 'platform',
  scope: 'system:read',
  routes: [{ path: '/health', load: () => import('./page.tsx') }],
})
