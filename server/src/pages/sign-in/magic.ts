import { Type } from 'typebox'
import { button, html, notice } from '#/ui/index.ts'
import { MAILBOX } from '#/modules/sessions/index.ts'
import { linkRequestPage } from './ask-for-link.ts'
import type { LinkRequestPage } from './ask-for-link.ts'
import { forLink } from './dead-link.ts'
import { pageRoute } from '#/pages/shared/form-page.ts'
import { goOn, purposeAfter, PurposeQuery, wayOf } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { linkWords } from './words/links.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Html } from '#/ui/index.ts'

/** Asks for the address of whoever signs in by mail. */
export const magicPage: LinkRequestPage = {
  name: 'pages.magicLink',
  url: '/magic',
  query: Type.Object({ ...PurposeQuery.properties, token: Type.Optional(Type.String()) }),
  link: 'magic_link',
  summaries: ['Show the form that asks for a sign-in link, or what such a link does', 'Ask for a sign-in link'],
  answers: [400],
  instead: (page) => {
    const token = page.request.queryForm.get('token')
    return token === undefined ? undefined : forLink(page, again(page.locale), () => confirmPage(page, token))
  },
  worded: 'magic_link',
  texts: ({ locale, purpose }) => {
    const { intro, withPassword } = magicWords(locale)
    return { intro: intro(purpose.clientName), back: withPassword }
  },
}

// The click is what uses the link up: mail scanners only look, and a person in another browser reads first.
const confirmMagic = pageRoute({
  name: 'pages.magicLink.confirm',
  method: 'POST',
  url: '/magic/confirm',
  auth: { kind: 'browser', csrf: 'browser' },
  summary: 'Sign in with a link',
  fields: ['token'],
  answers: [303, 400, 403],
  open: (page) => forLink(page, again(page.locale), () => signInByLink(page)),
})

const again = (locale: Locale) => ({ label: linkWords(locale).askNew, href: '/magic' })

async function signInByLink(page: PageContext): Promise<Reply> {
  const { services, browser, context } = page
  const { magicLinks, sessions, signIn } = services
  const personId = (await page.person())?.user.id
  const bearer = { token: page.fields()['token'] ?? '', browserId: browser.id, personId }
  const { query } = await magicLinks.find(bearer)
  const user = await magicLinks.redeem({ ...bearer, confirmed: true }, context)
  const purpose = await purposeAfter(query, browser, services)
  const started = await signIn.complete(user, [MAILBOX], context, wayOf(purpose, 'magic_link'))
  return (await goOn(started, purpose, services)).withCookie(sessions.rememberingCookie('link'))
}

async function confirmPage(page: PageContext, token: string): Promise<Reply> {
  const { services, browser } = page
  const personId = (await page.person())?.user.id
  const link = await services.magicLinks.find({ token, browserId: browser.id, personId })
  return linkPage(page.withPurpose(await purposeAfter(link.query, browser, services)), token, link)
}

interface Link {
  readonly user: { readonly email: string }
  readonly isFromHere: boolean
  readonly endsPassword: boolean
}

function linkPage(page: PageContext, token: string, { user, isFromHere, endsPassword }: Link): Reply {
  const { clientName } = page.purpose
  const texts = magicWords(page.locale)
  const { signIn } = common(page.locale)
  return page.show({
    title: signIn,
    heading: clientName === undefined ? signIn : texts.signInTo(clientName),
    intro: texts.as(user.email),
    allowsClientRedirect: true,
    body: html`${!isFromHere && notice('warn', texts.otherBrowser)}
    ${endsPassword && notice('info', texts.endsPassword)}
    ${page.form({
      action: '/magic/confirm',
      body: html`<input type="hidden" name="token" value="${token}" />
        <div class="actions">${button(isFromHere ? signIn : texts.signInHere)}</div>`,
    })}`,
  })
}

export const magicRoutes = [...linkRequestPage(magicPage), confirmMagic]

/** What the pages for a sign-in by mail say. */
const magicWords = words({
  en: {
    intro: (client: string | undefined): Html =>
      html`We send you a link that signs you
      in${client !== undefined && html` and leads on to <strong>${client}</strong>`}. No password needed.`,
    withPassword: 'Sign in with a password',
    signInTo: (client: string) => `Sign in to ${client}`,
    as: (email: string): Html => html`as <strong>${email}</strong>`,
    otherBrowser:
      'This link was asked for in another browser. Go on only if it was you who asked, and this is your device.',
    endsPassword: 'This confirms your address for the first time. A password chosen before ends with it.',
    signInHere: 'Sign in here',
  },
  es: {
    intro: (client) =>
      html`Te enviamos un enlace con el que
      entras${client !== undefined && html` y continúas en <strong>${client}</strong>`}. No hace falta contraseña.`,
    withPassword: 'Entrar con contraseña',
    signInTo: (client) => `Entrar en ${client}`,
    as: (email) => html`como <strong>${email}</strong>`,
    otherBrowser: 'Este enlace se pidió en otro navegador. Sigue solo si lo pediste tú y este es tu dispositivo.',
    endsPassword: 'Con esto confirmas tu dirección por primera vez. Una contraseña elegida antes deja de valer.',
    signInHere: 'Entrar aquí',
  },
})
