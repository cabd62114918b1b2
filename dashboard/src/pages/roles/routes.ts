import { screen } from '#/app/screen.ts'

/** What people may do in applications: roles, the permissions they hold, and why somebody may. */
export const roles = screen({
  label: { en: 'Roles', es: 'Roles' },
  icon: 'role',
  group: 'people',
  scope: 'roles:read',
  routes: [
    { path: '/roles', load: () => import('./page.tsx') },
    { path: '/roles/$id', load: () => import('./detail.tsx') },
  ],
  objects: {
    role: (id) => `/roles/${id}`,
    perm: (id) => `/roles?tab=permissions&peek=${id}`,
  },
})
