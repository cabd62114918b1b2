import { words } from '#/ui/i18n/index.ts'

/** What the pages say when a sign-in with a provider did not end well. */
export const providerWords = words({
  en: {
    thisAddress: 'this address',
    signInAndLink: 'Sign in and link',
    anotherWay: 'Sign in another way',
    refusals: {
      denied: {
        title: 'You did not sign in',
        text: (provider: string, _email: string) =>
          `Nothing was shared by ${provider}. You can try again or sign in another way.`,
      },
      failed: {
        title: 'That did not work',
        text: (provider: string, _email: string) =>
          `What ${provider} answered can not be used. Try again, or sign in another way.`,
      },
      no_email: {
        title: 'There is no address',
        text: (provider: string, _email: string) =>
          `${provider} told us no e-mail address, and we need one. Add one there, or sign up with one here.`,
      },
      email_unverified: {
        title: 'Your address is not confirmed',
        text: (provider: string, email: string) =>
          `${provider} has not confirmed that ${email} is yours. Confirm it there and try again. If you have an account ` +
          'here, sign in to it first, then link the two.',
      },
      address_in_use: {
        title: 'You have an account already',
        text: (provider: string, email: string) =>
          `There is an account for ${email}. To use ${provider} with it, sign in the way you did before, then link the two.`,
      },
      user_disabled: {
        title: 'This account is disabled',
        text: (_provider: string, _email: string) => 'Ask the people who run this service.',
      },
      linked_elsewhere: {
        title: 'That account is taken',
        text: (provider: string, _email: string) =>
          `This account at ${provider} signs in somebody else here. Sign in with it, or choose another one.`,
      },
      sign_up_closed: {
        title: 'You can not sign up here',
        text: (_provider: string, email: string) =>
          `There is no account for ${email}, and new ones are not open to it. Ask the people who run this service.`,
      },
      session_changed: {
        title: 'You are not signed in any more',
        text: (provider: string, _email: string) => `Sign in again, then link your account at ${provider}.`,
      },
    },
  },
  es: {
    thisAddress: 'esta dirección',
    signInAndLink: 'Entrar y vincular',
    anotherWay: 'Entrar de otra manera',
    refusals: {
      denied: {
        title: 'No has entrado',
        text: (provider) => `${provider} no ha compartido nada. Puedes probar otra vez o entrar de otra manera.`,
      },
      failed: {
        title: 'Eso no ha funcionado',
        text: (provider) =>
          `Lo que ${provider} ha respondido no se puede usar. Prueba otra vez, o entra de otra manera.`,
      },
      no_email: {
        title: 'Falta la dirección',
        text: (provider) =>
          `${provider} no nos ha dado ninguna dirección de correo, y nos hace falta. Añádela allí, o crea una cuenta aquí.`,
      },
      email_unverified: {
        title: 'Tu dirección no está confirmada',
        text: (provider, email) =>
          `${provider} no ha confirmado que ${email} sea tuya. Confírmala allí y prueba otra vez. Si tienes una cuenta ` +
          'aquí, entra primero en ella y después vincula las dos.',
      },
      address_in_use: {
        title: 'Ya tienes una cuenta',
        text: (provider, email) =>
          `Hay una cuenta para ${email}. Para usar ${provider} con ella, entra como lo hacías hasta ahora y después ` +
          'vincula las dos.',
      },
      user_disabled: {
        title: 'Esta cuenta está desactivada',
        text: () => 'Pregunta a quienes gestionan este servicio.',
      },
      linked_elsewhere: {
        title: 'Esa cuenta ya está vinculada',
        text: (provider) => `Con esta cuenta de ${provider} entra aquí otra persona. Entra con ella, o elige otra.`,
      },
      sign_up_closed: {
        title: 'Aquí no puedes crear una cuenta',
        text: (_provider, email) =>
          `No hay ninguna cuenta para ${email}, y no se le permite crear una. Pregunta a quienes gestionan este servicio.`,
      },
      session_changed: {
        title: 'Ya no tienes la sesión abierta',
        text: (provider) => `Entra de nuevo y después vincula tu cuenta de ${provider}.`,
      },
    },
  },
})
