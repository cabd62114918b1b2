import { screen } from '#/app/screen.ts'

/** Runtime settings, the mode, and what wipes the server. */
export const settings = screen({
  label: { en: 'Settings', es: 'Ajustes' },
  icon: 'settings',
  group: 'platform',
  scope: 'system:read',
  routes: [{ path: '/settings', load: () => import('./page.tsx') }],
})
