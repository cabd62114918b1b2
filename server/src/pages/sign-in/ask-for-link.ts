import { button, field, html } from '#/ui/index.ts'
import { purposes } from '#/modules/account-recovery/index.ts'
import { missingFields, withFormErrors, tooManyAttempts } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { PurposeQuery } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { linkWords } from './words/links.ts'
import type { TObject } from 'typebox'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PagesRoute, RouteName } from '#/platform/http/routing/route.ts'
import type { Failure, ErrorMessages } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** A page that takes an address and mails a link to it. */
export interface LinkRequestPage {
  readonly name: RouteName
  readonly url: '/forgot' | '/magic'
  readonly query?: TObject
  readonly link: 'reset' | 'magic_link'
  readonly summaries: readonly [show: string, submit: string]
  readonly answers?: readonly number[]
  /** What is shown instead of the form, as behind a link; undefined for the form. */
  readonly instead?: (page: PageContext) => Promise<Reply> | undefined
  readonly worded: 'password_reset' | 'magic_link'
  readonly texts: (page: PageContext) => {
    /** What it says beyond the sentences that an operator may choose. */
    readonly intro?: Html
    /** What is asked and said beside the link back to the sign-in page. */
    readonly back: string
  }
}

/** The routes of such a page. */
export const linkRequestPage = (definition: LinkRequestPage): readonly PagesRoute[] =>
  formPage({
    name: definition.name,
    url: definition.url,
    query: definition.query ?? PurposeQuery,
    fields: ['email'],
    show: {
      summary: definition.summaries[0],
      answers: [200, 403, 410, ...(definition.answers ?? [])],
      open: (page) => definition.instead?.(page) ?? askPage(definition, page, page.purpose.loginHint),
    },
    submit: {
      summary: definition.summaries[1],
      answers: [200, 400, 403, 410, 429],
      open: (page) => submitRequest(definition, page),
    },
  })

/** Takes the form, and says the same to everybody who filled it in. */
async function submitRequest(definition: LinkRequestPage, page: PageContext): Promise<Reply> {
  const { services, browser, purpose, locale, context } = page
  const { email = '' } = page.fields()
  const again = (failure: Failure) => askPage(definition, page, email, failure)
  const missing = missingFields(page.fields(), { email: common(locale).enterEmail })
  if (missing) return again(missing)
  return withFormErrors(wording(locale), again, async () => {
    const asked = { purpose: definition.link, email, browserId: browser.id, query: purpose.query }
    await services.linkRequests.ask(asked, context)
    return sentPage(definition, page, email)
  })
}

// Whether anybody has the address is never said.
const wording = (locale: Locale): ErrorMessages => ({
  invalid_email: { field: 'email', status: 400, text: () => common(locale).invalidEmail },
  rate_limited: { field: '', status: 429, text: tooManyAttempts(locale) },
})

/** Asks for the address. */
export function askPage(
  { url, worded, texts }: LinkRequestPage,
  page: PageContext,
  email: string | undefined,
  failure?: Failure,
): Reply {
  const { purpose, locale } = page
  const { intro, back } = texts(page)
  return page.show({
    worded,
    intro,
    failure,
    body: html`${page.form({
        action: `${url}${purpose.query}`,
        body: html`${field({
            name: 'email',
            label: common(locale).email,
            type: 'email',
            autocomplete: 'username',
            value: email,
            error: failure?.errors['email'],
            autofocus: true,
          })}
          <div class="actions">${button(linkWords(locale).send)}</div>`,
      })}
      <p class="fine"><a href="/login${purpose.query}">${back}</a></p>`,
  })
}

/** Says that a link is on its way, if there is an account. */
export function sentPage({ url, link }: LinkRequestPage, page: PageContext, email: string): Reply {
  const { query } = page.purpose
  const { onItsWay, thisBrowser, nothingThere, askOnceMore, onlyNewest } = linkWords(page.locale)
  return page.show({
    worded: 'link_sent',
    intro: onItsWay(email, purposes[link].lifetimeMinutes),
    body: html`${link === 'magic_link' && html`<p>${thisBrowser}</p>`}
      <p class="fine">
        ${nothingThere} <a href="${url}${query}">${askOnceMore}</a>. ${onlyNewest}
        <a href="/login${query}">${common(page.locale).backToSignIn}</a>
      </p>`,
  })
}
