import { words } from '#/ui/i18n/index.ts'

/** What the pages for signing out say. */
export const signOutWords = words({
  en: {
    question: 'Sign out?',
    endsTokens:
      'The applications you signed in to from here lose their access, but for those you let act while you are away.',
    keepsTokens: 'Applications you allowed keep what you allowed them.',
    done: 'Signed out',
    isDone: 'You are signed out',
    nobody: 'Nobody is signed in in this browser now.',
  },
  es: {
    question: '¿Cerrar la sesión?',
    endsTokens:
      'Las aplicaciones en las que entraste desde aquí pierden su acceso, salvo las que dejas actuar mientras no estás.',
    keepsTokens: 'Las aplicaciones que autorizaste conservan lo que les permitiste.',
    done: 'Sesión cerrada',
    isDone: 'Has cerrado la sesión',
    nobody: 'Ahora nadie tiene la sesión abierta en este navegador.',
  },
})
