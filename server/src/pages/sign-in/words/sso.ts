import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the pages of single sign-on say. */
export const ssoWords = words({
  en: {
    anotherWay: 'Sign in another way',
    chooseTitle: 'Choose where to sign in',
    chooseIntro: (email: string): Html => html`For <strong>${email}</strong>`,
    continueWith: (company: string) => `Continue with ${company}`,
    withPassword: 'Sign in with a password',
    severalCompanies: 'your company',
    testedTitle: (company: string) => `What ${company} said`,
    testedFine: 'This person would be let in. Nobody was signed in, and nothing was written.',
    testedNot: 'Somebody new would not be let in like this. Nobody was signed in, and nothing was written.',
    testedRefused: (company: string) => `The response of ${company} was not taken. Nobody was signed in.`,
    testedSubject: 'Subject',
    testedEmail: 'E-mail address',
    testedDomain: 'Of a verified domain',
    testedConfirmed: 'Confirmed there',
    testedName: 'Name',
    testedGroups: 'Groups',
    testedOrganizationRole: 'Role in the organization',
    testedSystemRole: 'System role',
    testedRoles: 'Roles of applications',
    testedNothing: 'none',
    testedGroupsLeftOut: 'left out: there are more than the identity provider sends',
    testedYes: 'yes',
    testedNo: 'no',
    thisAddress: 'this address',
    haveAccount: 'You have an account already',
    proveAccount: (company: string, email: string): Html =>
      html`There is an account for <strong>${email}</strong>. To use ${company} with it, sign in the way you did before,
        then connect the two.`,
    signInAndConnect: 'Sign in and connect',
    joinTitle: (company: string) => `Connect ${company}`,
    joinHeading: (company: string) => `Sign in with ${company} from now on?`,
    joinIntro: (company: string, email: string): Html =>
      html`Whoever ${company} says you are will be able to sign in here as <strong>${email}</strong>.`,
    connect: 'Connect',
    notNow: 'Not now',
    otherTitle: 'This is for another account',
    otherIntro: (email: string): Html =>
      html`You are signed in as <strong>${email}</strong>. Sign out, then sign in with your company again.`,
    unprovenTitle: 'Confirm your address first',
    unprovenIntro: (email: string): Html =>
      html`Nobody has confirmed that <strong>${email}</strong> is yours. Have a link mailed to it and sign in by that.
        Then sign in with your company again.`,
    mailLink: 'E-mail me a link',
    refusals: {
      denied: {
        title: 'You did not sign in',
        text: (company: string, _email: string) => `Nothing was shared by ${company}. You can try again.`,
      },
      failed: {
        title: 'That did not work',
        text: (company: string, _email: string) =>
          `What ${company} answered can not be used. Try again. If it happens again, tell the people who run this service.`,
      },
      no_email: {
        title: 'There is no address',
        text: (company: string, _email: string) =>
          `${company} told us no e-mail address of yours, and we need one. Ask the administrator there.`,
      },
      email_unverified: {
        title: 'Your address is not confirmed',
        text: (company: string, email: string) =>
          `${company} says that nobody has confirmed ${email}. Confirm it there and try again.`,
      },
      domain_unverified: {
        title: 'Your address is not one of theirs',
        text: (company: string, email: string) =>
          `${company} does not speak for the domain of ${email} here. Ask the administrator there.`,
      },
      user_disabled: {
        title: 'This account is disabled',
        text: (_company: string, _email: string) => 'Ask the people who run this service.',
      },
      not_provisioned: {
        title: 'You have no account here yet',
        text: (company: string, email: string) =>
          `There is no account for ${email}. Ask the administrator of ${company} for one.`,
      },
      groups_left_out: {
        title: 'Your groups did not come along',
        text: (company: string) =>
          `${company} has you in more groups than it sends. Ask its administrator to send only the groups that are assigned to this application.`,
      },
    },
  },
  es: {
    anotherWay: 'Entrar de otra manera',
    chooseTitle: 'Elige con qué entrar',
    chooseIntro: (email) => html`Para <strong>${email}</strong>`,
    continueWith: (company) => `Continuar con ${company}`,
    withPassword: 'Entrar con una contraseña',
    severalCompanies: 'tu empresa',
    testedTitle: (company) => `Lo que ha dicho ${company}`,
    testedFine: 'Esta persona podría entrar. Nadie ha entrado y no se ha guardado nada.',
    testedNot: 'Alguien nuevo no podría entrar así. Nadie ha entrado y no se ha guardado nada.',
    testedRefused: (company) => `No se ha aceptado la respuesta de ${company}. Nadie ha entrado.`,
    testedSubject: 'Identificador',
    testedEmail: 'Dirección de correo',
    testedDomain: 'De un dominio verificado',
    testedConfirmed: 'Confirmada allí',
    testedName: 'Nombre',
    testedGroups: 'Grupos',
    testedOrganizationRole: 'Rol en la organización',
    testedSystemRole: 'Rol del sistema',
    testedRoles: 'Roles de las aplicaciones',
    testedNothing: 'ninguno',
    testedGroupsLeftOut: 'no enviados: hay más de los que envía el proveedor de identidad',
    testedYes: 'sí',
    testedNo: 'no',
    thisAddress: 'esta dirección',
    haveAccount: 'Ya tienes una cuenta',
    proveAccount: (company, email) =>
      html`Hay una cuenta para <strong>${email}</strong>. Para usar ${company} con ella, entra como lo hacías hasta
        ahora y después conecta las dos.`,
    signInAndConnect: 'Entrar y conectar',
    joinTitle: (company) => `Conectar ${company}`,
    joinHeading: (company) => `¿Entrar con ${company} a partir de ahora?`,
    joinIntro: (company, email) =>
      html`Quien ${company} diga que eres podrá entrar aquí como <strong>${email}</strong>.`,
    connect: 'Conectar',
    notNow: 'Ahora no',
    otherTitle: 'Esto es para otra cuenta',
    otherIntro: (email) =>
      html`Tienes la sesión abierta como <strong>${email}</strong>. Ciérrala y entra otra vez con tu empresa.`,
    unprovenTitle: 'Confirma antes tu dirección',
    unprovenIntro: (email) =>
      html`Nadie ha confirmado que <strong>${email}</strong> sea tuya. Pide que te enviemos un enlace y entra con él.
        Después entra otra vez con tu empresa.`,
    mailLink: 'Envíame un enlace por correo',
    refusals: {
      denied: {
        title: 'No has entrado',
        text: (company) => `${company} no ha compartido nada. Puedes probar otra vez.`,
      },
      failed: {
        title: 'Eso no ha funcionado',
        text: (company) =>
          `Lo que ${company} ha respondido no se puede usar. Prueba otra vez. Si vuelve a pasar, avisa a quienes gestionan ` +
          'este servicio.',
      },
      no_email: {
        title: 'Falta la dirección',
        text: (company) =>
          `${company} no nos ha dado ninguna dirección de correo tuya, y nos hace falta. Pregunta a quien administra allí.`,
      },
      email_unverified: {
        title: 'Tu dirección no está confirmada',
        text: (company, email) =>
          `${company} dice que nadie ha confirmado ${email}. Confírmala allí y prueba otra vez.`,
      },
      domain_unverified: {
        title: 'Tu dirección no es de las suyas',
        text: (company, email) =>
          `${company} no responde aquí por el dominio de ${email}. Pregunta a quien administra allí.`,
      },
      user_disabled: {
        title: 'Esta cuenta está desactivada',
        text: () => 'Pregunta a quienes gestionan este servicio.',
      },
      not_provisioned: {
        title: 'Todavía no tienes cuenta aquí',
        text: (company, email) => `No hay ninguna cuenta para ${email}. Pide una a quien administra ${company}.`,
      },
      groups_left_out: {
        title: 'Faltan tus grupos',
        text: (company) =>
          `${company} te tiene en más grupos de los que envía. Pide a quien lo administra que envíe solo los grupos asignados a esta aplicación.`,
      },
    },
  },
})
