import { words } from '#/ui/i18n/index.ts'

/** What the sign-in page says. */
export const signInWords = words({
  en: {
    byPasskey: 'Sign in with a passkey',
    byMail: 'E-mail me a link',
    forgot: 'Forgot your password?',
    isNew: 'New here?',
    signUp: 'Create an account',
  },
  es: {
    byPasskey: 'Entrar con una llave de acceso',
    byMail: 'Envíame un enlace por correo',
    forgot: '¿Has olvidado la contraseña?',
    isNew: '¿Es tu primera vez aquí?',
    signUp: 'Crear una cuenta',
  },
})
