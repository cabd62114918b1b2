import { words } from '#/ui/i18n/index.ts'

/** What the start page says. */
export const homeWords = words({
  en: {
    signedIn: 'Signed in',
    youAreSignedIn: 'You are signed in',
    hello: (name: string) => `Hello, ${name}`,
    yourAccount: 'Your account',
    welcome: 'Welcome',
    heading: 'One account for people and their agents',
    intro: 'Sign in to the applications here, and decide who may act for you.',
    signUp: 'Create an account',
    builder: 'You build on this server? Read the',
    reference: 'reference',
  },
  es: {
    signedIn: 'Sesión abierta',
    youAreSignedIn: 'Tienes la sesión abierta',
    hello: (name) => `Hola, ${name}`,
    yourAccount: 'Tu cuenta',
    welcome: 'Te damos la bienvenida',
    heading: 'Una cuenta para las personas y sus agentes',
    intro: 'Entra en las aplicaciones de aquí y decide quién puede actuar en tu nombre.',
    signUp: 'Crear una cuenta',
    builder: '¿Desarrollas sobre este servidor? Lee la',
    reference: 'referencia',
  },
})
