import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'
import { seeOther } from '#/platform/http/routing/reply.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const texts = words({
  en: {
    name_saved: 'Your name is saved.',
    verification_sent: 'We have sent you a link. Open it to confirm your address.',
    verified_already: 'Your address is confirmed already.',
    change_sent: 'We have sent a link to the new address. It becomes yours when you open the link.',
    password_changed: 'Password changed. Every other browser was signed out.',
    passkey_renamed: 'The passkey has its new name.',
    passkey_removed: 'Passkey removed. It opens nothing any more.',
    second_step_on: 'The second step is on.',
    second_step_off: 'The second step is off. A password alone signs you in again.',
    session_ended: 'Signed out there.',
    others_ended: 'Every other browser was signed out.',
    acting_stopped: 'Stopped. What it held for you has ended.',
    all_stopped: 'Nobody acts for you any more. Everything they held has ended.',
    api_key_deleted: 'Key deleted. It opens nothing any more.',
    unlinked: 'Unlinked. That account signs you in no longer.',
    service_connected: 'Connected. No agent uses it until you allow that.',
    service_allowed: 'Allowed.',
    service_withdrawn: 'Withdrawn. Its next use of the account is refused.',
    service_disconnected: 'Disconnected. Whoever got in through it has ended here.',
  },
  es: {
    name_saved: 'Tu nombre está guardado.',
    verification_sent: 'Te hemos enviado un enlace. Ábrelo para confirmar tu dirección.',
    verified_already: 'Tu dirección ya está confirmada.',
    change_sent: 'Hemos enviado un enlace a la dirección nueva. Será la tuya cuando abras el enlace.',
    password_changed: 'Contraseña cambiada. Se ha cerrado la sesión en todos los demás navegadores.',
    passkey_renamed: 'La llave de acceso tiene su nombre nuevo.',
    passkey_removed: 'Llave de acceso eliminada. Ya no abre nada.',
    second_step_on: 'El segundo paso está activado.',
    second_step_off: 'El segundo paso está desactivado. Vuelve a bastar la contraseña para entrar.',
    session_ended: 'Se ha cerrado esa sesión.',
    others_ended: 'Se ha cerrado la sesión en todos los demás navegadores.',
    acting_stopped: 'Detenido. Lo que tenía en tu nombre ha terminado.',
    all_stopped: 'Ya nadie actúa en tu nombre. Todo lo que tenían ha terminado.',
    api_key_deleted: 'Clave eliminada. Ya no abre nada.',
    unlinked: 'Desvinculada. Esa cuenta ya no te permite entrar.',
    service_connected: 'Conectado. Ningún agente lo usa hasta que lo permitas.',
    service_allowed: 'Permitido.',
    service_withdrawn: 'Retirado. Su próximo uso de la cuenta se rechaza.',
    service_disconnected: 'Desconectado. Lo que tenían quienes entraban por ahí ha terminado aquí.',
  },
})

/** What can be said at the top of the next page. */
export type Notice = keyof ReturnType<typeof texts>

// A cookie and not the address: a link could make a page claim what never happened, and a reload would say it again.
const NAME = 'mandate_notice'
const LIFE_SECONDS = 60

/** Leads on to a page that says what was done. */
export const doneAt = (page: PageContext, path: string, notice: Notice): Reply =>
  seeOther(path).withCookie(cookie(page, notice, LIFE_SECONDS))

/** What was done on the way to this page, if anything. */
export function noticeOf({ context, services, locale }: PageContext): string | undefined {
  const said = context.cookies[cookieName(NAME, isSecure(services.issuer))]
  return said === undefined ? undefined : textOf(said, locale)
}

/** The page, with the notice that it shows forgotten. */
export const withoutNotice = (page: PageContext, reply: Reply): Reply => reply.withCookie(cookie(page, '', 0))

function textOf(said: string, locale: Locale): string | undefined {
  const all: Readonly<Record<string, string>> = texts(locale)
  return Object.hasOwn(all, said) ? all[said] : undefined
}

function cookie({ services }: PageContext, value: string, maxAge: number): string {
  const secure = isSecure(services.issuer)
  return setCookie(cookieName(NAME, secure), value, { secure, maxAge })
}

const isSecure = (issuer: string): boolean => issuer.startsWith('https:')
