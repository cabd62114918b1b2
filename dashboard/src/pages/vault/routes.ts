import { screen } from '#/app/screen.ts'

/** Accounts that people have elsewhere, for agents to use. */
export const vault = screen({
  label: { en: 'Vault', es: 'Bóveda' },
  icon: 'vault',
  group: 'agents',
  scope: 'vault:read',
  routes: [
    { path: '/vault', load: () => import('./list.tsx') },
    { path: '/vault/new', scope: 'vault:write', load: () => import('./create.tsx') },
    { path: '/vault/$id', load: () => import('./detail.tsx') },
  ],
  objects: {
    vp: (id) => `/vault/${id}`,
    vc: () => '/vault?tab=connections',
    vg: (_, provider) => provider && `/vault/${provider}`,
  },
})
