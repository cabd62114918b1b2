import { screen } from '#/app/screen.ts'

/** Where one begins: what to do first, then what goes on. */
export const home = screen({
  label: { en: 'Home', es: 'Inicio' },
  icon: 'home',
  group: null,
  routes: [{ path: '/', load: () => import('./page.tsx') }],
})
