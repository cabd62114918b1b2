import { screen } from '#/app/screen.ts'

/** The keys that tokens are signed with. */
export const signingKeys = screen({
  label: { en: 'Signing keys', es: 'Claves de firma' },
  icon: 'signature',
  group: 'platform',
  scope: 'signing-keys:read',
  routes: [{ path: '/signing-keys', load: () => import('./list.tsx') }],
})
