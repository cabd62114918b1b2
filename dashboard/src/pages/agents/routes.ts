import { screen } from '#/app/screen.ts'

/** Agents: programs that act for themselves or for people, and what lets them. */
export const agents = screen({
  label: { en: 'Agents', es: 'Agentes' },
  icon: 'agent',
  group: 'agents',
  scope: 'agents:read',
  routes: [
    { path: '/agents', load: () => import('./list.tsx') },
    { path: '/agents/new', scope: 'agents:write', load: () => import('./create.tsx') },
    { path: '/agents/$id', load: () => import('./detail.tsx') },
  ],
  objects: {
    agt: (id) => `/agents/${id}`,
    pol: (_, agent) => (agent === undefined ? undefined : `/agents/${agent}?tab=policies`),
  },
})
