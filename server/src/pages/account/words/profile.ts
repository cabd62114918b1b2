import { html } from '#/ui/index.ts'
import { plural, words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the pages about name, address and leaving say. */
export const profileWords = words({
  en: {
    title: 'Profile',
    intro: 'What the applications you sign in to may learn about you, as far as you let them.',
    yourName: 'Your name',
    name: 'Name',
    nameHint: 'As others shall read it. It may stay empty.',
    saveName: 'Save the name',
    address: 'E-mail address',
    confirmed: 'confirmed',
    unconfirmed: 'not confirmed',
    why: 'Until it is confirmed we don’t tell you there about new sign-ins.',
    sendAgain: 'Send the link again',
    changeAddress: 'Change the address',
    leaving: 'Leaving',
    leavingIntro: 'Delete the account with everything that hangs on it.',
    leave: 'Delete the account',
  },
  es: {
    title: 'Perfil',
    intro: 'Lo que las aplicaciones en las que entras pueden saber de ti, hasta donde tú lo permitas.',
    yourName: 'Tu nombre',
    name: 'Nombre',
    nameHint: 'Como lo leerán los demás. Puede quedar vacío.',
    saveName: 'Guardar el nombre',
    address: 'Dirección de correo',
    confirmed: 'confirmada',
    unconfirmed: 'sin confirmar',
    why: 'Mientras no esté confirmada, no te avisamos allí de nuevos accesos.',
    sendAgain: 'Enviar el enlace otra vez',
    changeAddress: 'Cambiar la dirección',
    leaving: 'Irse',
    leavingIntro: 'Borra la cuenta con todo lo que depende de ella.',
    leave: 'Borrar la cuenta',
  },
})

/** What the page for another address says. */
export const addressWords = words({
  en: {
    title: 'Change the address',
    intro: (email: string): Html =>
      html`It is <strong>${email}</strong> now. We write to the new one, and it becomes yours when you open the link
        there. We tell the old one too.`,
    label: 'New e-mail address',
    password: 'Your password',
    send: 'Send the link',
    same: 'This is your address already.',
    wrongPassword: 'The password is wrong.',
  },
  es: {
    title: 'Cambiar la dirección',
    intro: (email) =>
      html`Ahora es <strong>${email}</strong>. Escribimos a la nueva, y será la tuya cuando abras allí el enlace.
        También avisamos a la anterior.`,
    label: 'Dirección de correo nueva',
    password: 'Tu contraseña',
    send: 'Enviar el enlace',
    same: 'Esta ya es tu dirección.',
    wrongPassword: 'La contraseña no es correcta.',
  },
})

/** What the page for leaving says. */
export const leaveWords = words({
  en: {
    title: 'Delete the account',
    intro: 'This can not be undone, by nobody.',
    ends: 'What ends at once',
    signIns: plural('en', { one: 'You are signed out here.', other: 'You are signed out of # browsers.' }),
    acting: plural('en', {
      one: 'The one application or agent that acts for you stops.',
      other: 'The # applications and agents that act for you stop.',
    }),
    factors: 'Your password, passkeys, second step and linked accounts are removed.',
    address: 'Your address is free again. Whoever takes it later inherits nothing.',
    elsewhere: 'What applications keep about you stays with them. Ask them.',
    label: 'Type your e-mail address to confirm',
    mismatch: 'This is not the address of the account.',
    button: 'Delete the account for good',
    keep: 'Keep the account',
    lastOwner: 'You are the last owner of this server. Make somebody else an owner first.',
    onlyOwner: 'An organization has no owner but you. Make another member an owner first, or delete it.',
    gone: 'The account is deleted',
    goneIntro: 'Everything that hung on it has ended. Thank you for having been here.',
    home: 'Go to the start page',
  },
  es: {
    title: 'Borrar la cuenta',
    intro: 'Nadie puede deshacerlo.',
    ends: 'Lo que termina al momento',
    signIns: plural('es', {
      one: 'Se cierra tu sesión aquí.',
      other: 'Se cierran tus sesiones en # navegadores.',
    }),
    acting: plural('es', {
      one: 'La única aplicación o agente que actúa en tu nombre se detiene.',
      other: 'Las # aplicaciones y agentes que actúan en tu nombre se detienen.',
    }),
    factors: 'Se eliminan tu contraseña, tus llaves de acceso, tu segundo paso y tus cuentas vinculadas.',
    address: 'Tu dirección vuelve a quedar libre. Quien la tome después no hereda nada.',
    elsewhere: 'Lo que las aplicaciones guardan sobre ti se queda en ellas. Pídeselo a ellas.',
    label: 'Escribe tu dirección de correo para confirmar',
    mismatch: 'Esta no es la dirección de la cuenta.',
    button: 'Borrar la cuenta para siempre',
    keep: 'Conservar la cuenta',
    lastOwner: 'Eres el último propietario de este servidor. Nombra antes a otra persona propietaria.',
    onlyOwner: 'Una organización solo te tiene a ti como propietario. Nombra antes a otro miembro, o elimínala.',
    gone: 'La cuenta está borrada',
    goneIntro: 'Todo lo que dependía de ella ha terminado. Gracias por haber estado aquí.',
    home: 'Ir a la página de inicio',
  },
})
