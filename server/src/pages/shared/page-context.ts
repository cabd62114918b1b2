import { builtInTitle, errorSummary, form, html, page } from '#/ui/index.ts'
import { withLocale } from '#/platform/request-context.ts'
import { localeOf } from '#/ui/i18n/index.ts'
import type { Html, TitledPage, WordedPage } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { Browser, Session, SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Form } from '#/platform/http/input/form.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PageServices } from '#/platform/http/routing/services.ts'
import { greeting } from './sign-in-context.ts'
import type { Failure } from './form-errors.ts'
import type { SignInContext } from './sign-in-context.ts'

/** What a page needs to know of its HTTP request. */
export interface PageRequest {
  readonly context: RequestContext
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly params: Readonly<Record<string, string>>
  readonly queryForm: Form
  readonly form: Form
}

interface PageContextParts {
  readonly request: PageRequest
  readonly services: PageServices
  readonly browser: Browser
  readonly purpose: SignInContext
}

/** The heading, and the title of the window; and which page it is of those whose sentences an operator may choose. */
type Titled =
  | { readonly title: string; readonly worded?: WordedPage }
  | { readonly title?: undefined; readonly worded: TitledPage }

/** What one page shows besides what all pages do. */
type PageProps = Titled & {
  /** What stands above the heading. */
  readonly above?: Html
  /** The heading when it is more than the title. */
  readonly heading?: Html | string
  readonly intro?: Html | string | false | undefined
  /** Why the form was not accepted. */
  readonly failure?: Failure | undefined
  readonly body: Html
  readonly status?: number
  readonly script?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** A form of the page may end at the application that waits for the sign-in. */
  readonly allowsClientRedirect?: boolean
  /** Where the page opens again when that is not the URL of the request; `false` for nowhere. */
  readonly selfUrl?: string | false
}

interface FormParts {
  readonly action: string
  /** Whose token the form carries; the browser's as long as nobody is signed in. */
  readonly session?: Session
  readonly body: Html
}

/** Somebody at a page: in which browser and language, and why. It draws the page for them. */
export class PageContext {
  readonly request: PageRequest
  readonly services: PageServices
  readonly browser: Browser
  readonly purpose: SignInContext
  /** Where the request comes from, in the language of the page: what follows by mail is in it too. */
  readonly context: RequestContext

  constructor({ request, services, browser, purpose }: PageContextParts) {
    this.request = request
    this.services = services
    this.browser = browser
    this.purpose = purpose
    this.context = inLocaleOf(request, purpose)
  }

  /** The same page, once it is known what it is about. */
  withPurpose(purpose: SignInContext): PageContext {
    const { request, services, browser } = this
    return new PageContext({ request, services, browser, purpose })
  }

  /** The person who is signed in, with every factor they have presented. */
  person(): Promise<SessionPrincipal | undefined> {
    return this.services.sessions.authenticate(this.context)
  }

  get locale(): Locale {
    return this.context.locale
  }

  /** What the form carried, by name; empty fields are missing. */
  fields(): Readonly<Record<string, string>> {
    return this.request.form.toRecord()
  }

  /** Draws a page: heading, intro, what stopped the form, then the rest. */
  show(sheet: PageProps): Reply {
    const { above, intro, failure, body, status, script, headers, allowsClientRedirect: leadsOn } = sheet
    const title = sheet.title ?? builtInTitle(sheet.worded, this.locale)
    const reply = page({
      title,
      worded: sheet.worded,
      isRefused: failure !== undefined,
      status: failure?.status ?? status ?? 200,
      headers: { ...headers, ...failure?.headers },
      formActions: leadsOn ? this.purpose.formActions : [],
      script,
      lang: this.locale,
      selfUrl: this.#addressOf(sheet),
      opening: { above, heading: sheet.heading ?? title, intro },
      body: html`${errorSummary(failure?.errors ?? {})} ${body}`,
    })
    return greeting(reply, this.browser)
  }

  /** A form of ours, with the token that proves it. */
  form({ action, session, body }: FormParts): Html {
    return form({ action, csrfToken: this.services.sessions.csrfToken(session ?? this.browser), body })
  }

  /** What a form led to can't be opened again; a form that was refused stands at the address it was sent to. */
  #addressOf({ failure, selfUrl: here }: PageProps): string | undefined {
    const { method, url } = this.request
    if (here !== undefined) return here || undefined
    return method === 'POST' && !failure ? undefined : url
  }
}

/** An application that waits for the sign-in has a say in the language. */
function inLocaleOf({ context, headers, queryForm }: PageRequest, { wish }: SignInContext): RequestContext {
  if (!wish) return context
  return withLocale(context, localeOf({ headers, cookies: context.cookies, queryForm }, wish))
}
