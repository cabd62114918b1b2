import { screen } from '#/app/screen.ts'

/** The map of delegation: who lets whom act, who hands on, and what is reached. */
export const delegations = screen({
  label: { en: 'Delegation map', es: 'Mapa de delegación' },
  icon: 'map',
  group: 'agents',
  scope: 'tokens:read',
  routes: [{ path: '/delegations', load: () => import('./map.tsx') }],
})
