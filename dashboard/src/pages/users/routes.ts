import { screen } from '#/app/screen.ts'

/** People: who they are, how they sign in, who acts for them. */
export const users = screen({
  label: { en: 'Users', es: 'Usuarios' },
  icon: 'users',
  group: 'people',
  scope: 'users:read',
  routes: [
    { path: '/users', load: () => import('./list.tsx') },
    { path: '/users/new', scope: 'users:write', load: () => import('./create.tsx') },
    { path: '/users/import', scope: 'users:write', load: () => import('./import/page.tsx') },
    { path: '/users/$id', load: () => import('./detail.tsx') },
  ],
  objects: {
    usr: (id) => `/users/${id}`,
    sess: (_, user) => (user === undefined ? undefined : `/users/${user}?tab=sessions`),
  },
  finds: { email: (email) => ({ to: '/users', search: { search: email } }) },
})
