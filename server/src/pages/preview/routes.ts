import { Type } from 'typebox'
import { locales } from '#/protocol/locales.ts'
import { consentPage } from '#/pages/consent/consent.ts'
import { common } from '#/pages/shared/common-words.ts'
import { incomplete } from '#/pages/shared/form-errors.ts'
import { PageContext } from '#/pages/shared/page-context.ts'
import { noPurpose } from '#/pages/shared/sign-in-context.ts'
import { mfaPage } from '#/pages/sign-in/second-factor.ts'
import { signedOutPage } from '#/pages/logout/sign-out.ts'
import { askPage, sentPage } from '#/pages/sign-in/ask-for-link.ts'
import { forgotPage } from '#/pages/sign-in/forgot.ts'
import { magicPage } from '#/pages/sign-in/magic.ts'
import { verifyPage } from '#/pages/sign-in/verify.ts'
import { loginPage } from '#/pages/sign-in/sign-in.ts'
import { signupPage } from '#/pages/sign-in/sign-up.ts'
import { Form } from '#/platform/http/input/form.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { framedPage } from '#/ui/index.ts'
import { sampleClient, samplePerson, sampleQuestion, sampleRequest } from './sample-people.ts'
import { brandingErrors } from '#/modules/branding/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { withLocale } from '#/platform/request-context.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { PagesRoute } from '#/platform/http/routing/route.ts'
import type { PageServices } from '#/platform/http/routing/services.ts'
import type { Locale } from '#/protocol/locales.ts'
import type { RequestContext } from '#/platform/request-context.ts'

/** Draws the page that asks for the code of a device, which stands in another room. */
export type DevicePage = (person: SessionPrincipal, reader: { locale: Locale; here: string }) => Reply

type Draw = (page: PageContext, person: SessionPrincipal) => Promise<Reply> | Reply

/** The pages that can be looked at, each drawn by what draws the real one. */
const drawn = (devicePage: DevicePage): Readonly<Record<string, Draw>> => ({
  'sign-in': (page) => loginPage(page, undefined),
  'sign-up': (page) => signupPage(page, { email: undefined }),
  consent: (page, person) => consentPage(page, { request: sampleRequest, client: sampleClient, person }),
  device: ({ locale, request }, person) => devicePage(person, { locale, here: request.url }),
  mfa: (page, person) => mfaPage(page, { person, recovers: false }),
  'password-reset': (page) => askPage(forgotPage, page, undefined),
  'magic-link': (page) => askPage(magicPage, page, undefined),
  'link-sent': (page) => sentPage(magicPage, page, 'maya@example.com'),
  'verify-email': (page) => verifyPage(page, { token: '', question: sampleQuestion }),
  'signed-out': (page) => signedOutPage(page),
  error: (page) => loginPage(page, 'maya@example.com', incomplete({ '': common(page.locale).wrongCredentials })),
})

/** `GET /api/v1/admin/branding/preview/{page}`: a hosted page in a look that may not be published. */
export function previewRoutes(devicePage: DevicePage): readonly PagesRoute[] {
  const pages = new Map(Object.entries(drawn(devicePage)))
  const showPreview = pagesRoute({
    name: 'branding.preview',
    method: 'GET',
    url: '/admin/branding/preview/:page',
    auth: { kind: 'admin', scope: 'branding:read' },
    summary: 'Show a hosted page in the look of the draft or of a version',
    description:
      'The real page with made-up people, as a picture for a frame of the console: it runs nothing, sends nothing, and no other site may frame it. Pages: sign-in, sign-up, consent, device, mfa, password-reset, magic-link, link-sent, verify-email, signed-out, error.',
    schema: {
      params: Type.Object({ page: Type.String() }),
      query: Type.Object({
        version: Type.Optional(
          Type.String({ description: 'A version; without it the draft, or what is published where there is none.' }),
        ),
        locale: Type.Optional(Type.Enum([...locales])),
        texts: Type.Optional(
          Type.String({
            maxLength: 8000,
            description:
              'Sentences as somebody is writing them: a JSON object by key, in the language of the page. An empty one is as built in. Browsers that are led here by a link see none of them.',
          }),
        ),
        scheme: Type.Optional(Type.Enum(['light', 'dark'], { description: 'light when it is not said.' })),
      }),
      response: { 200: Type.String({ 'x-media-types': ['text/html'] }) },
    },
    handler: async ({ params, query, headers, context }, services) => {
      const draw = pages.get(params.page)
      if (draw === undefined) throw new AppError(brandingErrors.branding_page_not_found)
      const { version, locale = 'en', scheme = 'light', texts } = query
      const look = await services.branding.lookToShow(version, {
        locale,
        texts: isAskedByUs(headers) ? texts : undefined,
      })
      const stranger = strangerIn(withLocale(context, locale))
      const page = pageOf(stranger, services)
      return framedPage(await draw(page, samplePerson(stranger)), look, scheme)
    },
  })
  return [showPreview]
}

/**
 * Whether no other site led a browser here: it brings the session of whoever follows a link, and sentences in the link would be
 * said at our own address. Programs don't tell, and have a key.
 */
const isAskedByUs = ({
  'sec-fetch-site': site = 'same-origin',
}: Readonly<Record<string, string | undefined>>): boolean => site === 'same-origin'

/** The request as of somebody who never was here: the page shows nothing of whoever looks at it. */
const strangerIn = (context: RequestContext): RequestContext => ({ ...context, cookies: {} })

/** A page that nobody opened. Its forms bear the token of a browser that there is none of. */
const pageOf = (context: RequestContext, services: PageServices): PageContext =>
  new PageContext({
    request: {
      ...{ context, method: 'GET', url: '/', headers: {}, params: {} },
      ...{ queryForm: Form.parse(''), form: Form.parse('') },
    },
    ...{ services, browser: { id: 'preview' }, purpose: noPurpose },
  })
