import { screen } from '#/app/screen.ts'

/** Devices that wait for somebody to approve them. */
export const deviceCodes = screen({
  label: { en: 'Devices', es: 'Dispositivos' },
  icon: 'device',
  group: 'people',
  scope: 'consents:read',
  routes: [{ path: '/device-codes', load: () => import('./list.tsx') }],
  finds: { code: (code) => ({ to: '/device-codes', search: { code } }) },
})
