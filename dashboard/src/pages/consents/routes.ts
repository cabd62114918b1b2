import { screen } from '#/app/screen.ts'

/** What people allowed applications and agents to do for them. */
export const consents = screen({
  label: { en: 'Consents', es: 'Consentimientos' },
  icon: 'consent',
  group: 'agents',
  scope: 'consents:read',
  routes: [{ path: '/consents', load: () => import('./list.tsx') }],
  objects: { con: (id) => `/consents?peek=${id}` },
})
