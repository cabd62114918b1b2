import { screen } from '#/app/screen.ts'

/** The log of the server, line by line as it is written. */
export const logs = screen({
  label: { en: 'Live log', es: 'Registro en vivo' },
  icon: 'live',
  group: 'activity',
  scope: 'logs:read',
  routes: [{ path: '/logs', load: () => import('./page.tsx') }],
})
