import { screen } from '#/app/screen.ts'

/** Groups of people with roles of their own. */
export const organizations = screen({
  label: { en: 'Organizations', es: 'Organizaciones' },
  icon: 'organization',
  group: 'people',
  scope: 'organizations:read',
  routes: [
    { path: '/organizations', load: () => import('./list.tsx') },
    { path: '/organizations/new', scope: 'organizations:write', load: () => import('./create.tsx') },
    { path: '/organizations/$id', load: () => import('./detail.tsx') },
  ],
  objects: {
    org: (id) => `/organizations/${id}`,
    inv: (_, organization) =>
      organization === undefined ? undefined : `/organizations/${organization}?tab=invitations`,
  },
})
