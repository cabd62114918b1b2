import { html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** What the page that confirms an address says. */
export const verifyWords = words({
  en: {
    intro: (email: string): Html => html`Is <strong>${email}</strong> your address, for the account you have here?`,
    startPage: 'Go to the start page',
    enterPassword: 'Enter the password of the account.',
    wrongPassword: 'This is not the password of the account.',
    taken: 'Another account has taken this address in the meantime.',
    label: 'Password of the account',
    hint: 'You are not signed in to it in this browser.',
    confirm: 'Confirm the address',
    signInFirst: 'Sign in to confirm it',
    notAsked: 'You did not ask for this? Close the page, and nothing changes.',
    notOpened: 'You did not open an account? Then somebody used your address. Leave this page, or',
    takeOver: 'take the account over',
    withLink: 'with a sign-in link.',
    done: 'Address confirmed',
    isDone: 'Your address is confirmed',
    belongs: (email: string): Html => html`<strong>${email}</strong> belongs to your account.`,
    goOn: 'Go on',
  },
  es: {
    intro: (email) => html`¿Es <strong>${email}</strong> tu dirección, para la cuenta que tienes aquí?`,
    startPage: 'Ir a la página de inicio',
    enterPassword: 'Escribe la contraseña de la cuenta.',
    wrongPassword: 'Esta no es la contraseña de la cuenta.',
    taken: 'Mientras tanto, otra cuenta ha tomado esta dirección.',
    label: 'Contraseña de la cuenta',
    hint: 'No tienes la sesión abierta en este navegador.',
    confirm: 'Confirmar la dirección',
    signInFirst: 'Entra para confirmarla',
    notAsked: '¿No lo has pedido tú? Cierra la página y no cambia nada.',
    notOpened: '¿No has abierto ninguna cuenta? Entonces alguien ha usado tu dirección. Deja esta página, o',
    takeOver: 'toma el control de la cuenta',
    withLink: 'mediante un enlace para entrar.',
    done: 'Dirección confirmada',
    isDone: 'Tu dirección está confirmada',
    belongs: (email) => html`<strong>${email}</strong> pertenece a tu cuenta.`,
    goOn: 'Continuar',
  },
})
