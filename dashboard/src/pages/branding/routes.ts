import { screen } from '#/app/screen.ts'

/** How the pages look on which people sign in, sign up and consent, and the mail they get. */
export const branding = screen({
  label: { en: 'Sign-in page', es: 'Página de acceso' },
  icon: 'branding',
  group: 'signIn',
  scope: 'branding:read',
  routes: [{ path: '/branding', load: () => import('./page.tsx') }],
})
