import { screen } from '#/app/screen.ts'

/** Tokens: what each descends from, and why it is alive or dead. */
export const tokens = screen({
  label: { en: 'Tokens', es: 'Tokens' },
  icon: 'token',
  group: 'agents',
  scope: 'tokens:read',
  routes: [
    { path: '/tokens', load: () => import('./list.tsx') },
    { path: '/tokens/$id', load: () => import('./detail.tsx') },
  ],
  objects: { tok: (id) => `/tokens/${id}` },
  finds: { token: (jti) => ({ to: `/tokens/${jti}` }) },
})
