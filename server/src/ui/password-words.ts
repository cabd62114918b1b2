import { words } from './i18n/index.ts'

/** What the script of password fields says; the last four tell how strong a password looks, from what is soon guessed on. */
export const passwordWords = words({
  en: {
    show: 'Show',
    hide: 'Hide',
    guessable: 'Easy to guess',
    weak: 'Could be stronger',
    good: 'Good',
    strong: 'Strong',
  },
  es: {
    show: 'Mostrar',
    hide: 'Ocultar',
    guessable: 'Fácil de adivinar',
    weak: 'Podría ser mejor',
    good: 'Buena',
    strong: 'Muy buena',
  },
})
