import { screen } from '#/app/screen.ts'

/** Mail: what was kept in the inbox of the dev provider, what messages say, and how they are sent. */
export const email = screen({
  label: { en: 'E-mail', es: 'Correo' },
  icon: 'mail',
  group: 'signIn',
  scope: 'email:read',
  routes: [
    { path: '/email', load: () => import('./page.tsx') },
    { path: '/email/templates/$id', load: () => import('./template.tsx') },
    { path: '/email/inbox/$id', load: () => import('./message.tsx') },
  ],
})
