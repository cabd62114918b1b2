import { Type } from 'typebox'
import { button, field, html } from '#/ui/index.ts'
import { PASSWORD } from '#/modules/sessions/index.ts'
import { withFormErrors } from '#/pages/shared/form-errors.ts'
import { formPage } from '#/pages/shared/form-page.ts'
import { FIRST_KEY } from './first-key.ts'
import { goOn, noPurpose } from '#/pages/shared/sign-in-context.ts'
import { common } from '#/pages/shared/common-words.ts'
import { newPasswordWording } from '#/pages/sign-in/words/new-password.ts'
import type { Html } from '#/ui/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { words } from '#/ui/i18n/index.ts'

/** The page of the setup link, to be listed under the area `pages`. */
export const setupPageRoutes = formPage({
  name: 'pages.setup',
  url: '/setup',
  query: Type.Object({ token: Type.Optional(Type.String()) }),
  fields: ['token', 'email', 'password'],
  // A link opened by a mail scanner or a preview must not use it up: showing changes nothing.
  show: { summary: 'Show the setup form', answers: [200, 401, 429], open: showSetup },
  submit: { summary: 'Set the server up', answers: [303, 400, 401, 403, 409, 429], open: submitSetup },
})

async function showSetup(page: PageContext): Promise<Reply> {
  const { request, services, context } = page
  const token = request.queryForm.get('token') ?? ''
  await services.firstBoot.assertTokenOpen(token, context.ip)
  return setupPage(page, { token })
}

function submitSetup(page: PageContext): Promise<Reply> {
  const { services, context, locale } = page
  const { token = '', email = '', password = '' } = page.fields()
  const again = (failure: Failure) => setupPage(page, { token, email, failure })
  return withFormErrors(newPasswordWording(locale), again, async () => {
    const owner = await services.ownerSetup.create({ token, email, password }, context)
    return goOn(
      await services.signIn.goOn(owner, [PASSWORD], context),
      { ...noPurpose, destination: FIRST_KEY },
      services,
    )
  })
}

interface Typed {
  readonly token: string
  readonly email?: string
  readonly failure?: Failure
}

async function setupPage(page: PageContext, typed: Typed): Promise<Reply> {
  const { token, failure } = typed
  const { title, intro, create } = setupWords(page.locale)
  return page.show({
    title,
    intro: intro(),
    failure,
    selfUrl: `/setup?${new URLSearchParams({ token })}`,
    body: page.form({
      action: '/setup',
      body: html`<input type="hidden" name="token" value="${token}" />
        ${await fields(page, typed)}
        <div class="actions">${button(create)}</div>`,
    }),
  })
}

async function fields({ locale, services }: PageContext, { email, failure }: Typed): Promise<Html> {
  const { password, passwordHint } = common(locale)
  const shortest = (await services.settings.current())['password.min_length']
  const isPasswordWrong = failure?.errors['password'] !== undefined
  return html`${field({
    name: 'email',
    label: setupWords(locale).email,
    type: 'email',
    autocomplete: 'username',
    value: email,
    error: failure?.errors['email'],
    autofocus: !isPasswordWrong,
  })}
  ${field({
    name: 'password',
    label: password,
    type: 'password',
    autocomplete: 'new-password',
    hint: passwordHint(shortest),
    error: failure?.errors['password'],
    autofocus: isPasswordWrong,
    minlength: shortest,
  })}`
}

/** What the page that sets a new server up says. */
const setupWords = words({
  en: {
    title: 'Set up Mandate',
    intro: (): Html => html`You become the <strong>owner</strong> of this server. This link works once.`,
    email: 'Your e-mail address',
    create: 'Create the owner',
  },
  es: {
    title: 'Poner en marcha Mandate',
    intro: () => html`Serás <strong>propietario</strong> de este servidor. Este enlace funciona una sola vez.`,
    email: 'Tu dirección de correo',
    create: 'Crear la cuenta del propietario',
  },
})
