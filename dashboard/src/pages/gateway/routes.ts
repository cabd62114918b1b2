import { screen } from '#/app/screen.ts'

/** The reverse proxy that lets requests through by rules. */
export const gateway = screen({
  label: { en: 'Gateway', es: 'Pasarela' },
  icon: 'gateway',
  group: 'apps',
  scope: 'proxy:read',
  routes: [{ path: '/gateway', load: () => import('./gateway.tsx') }],
  objects: { ups: () => '/gateway?tab=upstreams', rule: () => '/gateway?tab=rules' },
})
