import { words } from './i18n/index.ts'

/** What the links below the card are called. */
export const shellWords = words({
  en: { support: 'Help', terms: 'Terms', privacy: 'Privacy' },
  es: { support: 'Ayuda', terms: 'Términos', privacy: 'Privacidad' },
})
