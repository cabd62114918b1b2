import { words } from '#/ui/i18n/index.ts'

/** What pages say about a second proof: a code, a passkey, the password again. */
export const factorWords = words({
  en: {
    code: { title: 'Enter your code', label: 'Code from your authenticator app', ask: 'Enter the code.' },
    recovery: { title: 'Use a recovery code', label: 'Recovery code', ask: 'Enter one of your recovery codes.' },
    recoveryHint: 'One of the ten you were shown, such as k7m2-9xq4-t0bz.',
    wrongCode: 'This code is wrong, or was used already.',
    toSignInAs: 'to sign in as',
    usePasskey: 'Use a passkey',
    useApp: 'Use your authenticator app',
    useRecovery: 'Use a recovery code',
    somebodyElse: 'Sign in as somebody else',
    confirmTitle: 'Confirm that it is you',
    askAgain: 'We ask again before anything changes about that.',
    confirm: 'Confirm',
    wrongPassword: 'The password is wrong.',
    signInAgain: 'Sign in again',
    instead: 'instead',
  },
  es: {
    code: {
      title: 'Escribe tu código',
      label: 'Código de tu aplicación de autenticación',
      ask: 'Escribe el código.',
    },
    recovery: {
      title: 'Usa un código de recuperación',
      label: 'Código de recuperación',
      ask: 'Escribe uno de tus códigos de recuperación.',
    },
    recoveryHint: 'Uno de los diez que te mostramos, como k7m2-9xq4-t0bz.',
    wrongCode: 'Este código no es correcto, o ya se ha usado.',
    toSignInAs: 'para entrar como',
    usePasskey: 'Usar una llave de acceso',
    useApp: 'Usar tu aplicación de autenticación',
    useRecovery: 'Usar un código de recuperación',
    somebodyElse: 'Entrar como otra persona',
    confirmTitle: 'Confirma que eres tú',
    askAgain: 'Volvemos a preguntar antes de cambiar nada de tu acceso.',
    confirm: 'Confirmar',
    wrongPassword: 'La contraseña no es correcta.',
    signInAgain: 'Entrar de nuevo',
    instead: 'en su lugar',
  },
})
