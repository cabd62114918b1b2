import { Type } from 'typebox'
import { button, field, html } from '#/ui/index.ts'
import { deviceOf } from '#/modules/sessions/index.ts'
import { missingFields, withFormErrors } from '#/pages/shared/form-errors.ts'
import { PASSKEY_SCRIPT } from '#/pages/shared/passkey-button.ts'
import { accountPage } from './frame.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { panel } from './fragments.ts'
import { confirmingFirst } from './unproven.ts'
import { passkeyWords, securityWords } from './words/security.ts'
import type { Html } from '#/ui/index.ts'
import type { Passkey } from '#/modules/credentials/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const SECURITY = '/account/security'
const params = Type.Object({ id: Type.String() })
const pageOf = ({ id = '' }: Readonly<Record<string, string>>): string => `/account/passkeys/${encodeURIComponent(id)}`
const own = (page: PageContext, { user }: SessionPrincipal): Promise<Passkey> =>
  page.services.passkeys.getOwn(user.id, page.request.params['id'] ?? '')

const addPasskey = ownPage({
  name: 'pages.account.newPasskey.show',
  url: '/account/passkeys/new',
  summary: 'Show how to add a passkey',
  description: 'The page’s script makes it and hands it to `POST /api/v1/auth/passkeys/register`.',
  fresh: true,
  open: (page, person) => {
    const { add, addIntro } = passkeyWords(page.locale)
    return accountPage(page, {
      title: add,
      place: 'security',
      isStep: true,
      intro: addIntro,
      script: PASSKEY_SCRIPT,
      body: html`<div class="panel">${confirmingFirst(page, person) ?? creation(page, person)}</div>`,
    })
  },
})

const showPasskey = ownPage({
  name: 'pages.account.passkey.show',
  url: '/account/passkeys/:id',
  params,
  summary: 'Show one of one’s passkeys',
  open: async (page, person) => passkeyPage(page, person, await own(page, person)),
})

const renamePasskey = ownForm({
  name: 'pages.account.passkey.submit',
  url: '/account/passkeys/:id',
  params,
  standsOn: pageOf,
  fields: ['name'],
  summary: 'Rename a passkey',
  answers: [400],
  open: async (page, person) => {
    const { wrongName } = passkeyWords(page.locale)
    const passkey = await own(page, person)
    const { name = '' } = page.fields()
    const again = (failure: Failure) => passkeyPage(page, person, passkey, { name, failure })
    const missing = missingFields(page.fields(), { name: wrongName })
    if (missing) return again(missing)
    const wording = { invalid_passkey_name: { field: 'name', status: 400, text: () => wrongName } }
    return withFormErrors(wording, again, async () => {
      await page.services.passkeys.rename(person, passkey.id, name)
      return doneAt(page, SECURITY, 'passkey_renamed')
    })
  },
})

const removePasskey = ownForm({
  name: 'pages.account.passkey.remove',
  url: '/account/passkeys/:id/remove',
  params,
  standsOn: pageOf,
  summary: 'Remove a passkey',
  description: 'Asks for a fresh proof. Sessions it opened go on.',
  fresh: true,
  open: async (page, person) => {
    const { id } = await own(page, person)
    await page.services.passkeys.remove(person, id)
    return doneAt(page, SECURITY, 'passkey_removed')
  },
})

/** The ceremony needs the script; without it the page says so. The name is read from the field when the button is pressed. */
function creation({ services, request, locale }: PageContext, { session }: SessionPrincipal): Html {
  const { name, nameHint, create, failed, noScript } = passkeyWords(locale)
  const device = deviceOf(request.headers['user-agent'] ?? null, locale)
  return html`<div
      data-passkey="register"
      data-next="${SECURITY}"
      data-csrf="${services.sessions.csrfToken(session)}"
      data-failed="${failed}"
      data-proof="/confirm?next=/account/passkeys/new"
      hidden
    >
      ${field({ name: 'name', label: name, autocomplete: 'off', value: device, hint: nameHint, maxlength: 100 })}
      <div class="panel-actions"><button class="button button-primary" type="button">${create}</button></div>
      <p class="field-error" role="alert"></p>
    </div>
    <p class="without-passkeys">${noScript}</p>`
}

interface Tried {
  readonly name?: string
  readonly failure?: Failure
}

function passkeyPage(
  page: PageContext,
  { session }: SessionPrincipal,
  { id, name, backedUp }: Passkey,
  tried: Tried = {},
): Reply {
  const words = passkeyWords(page.locale)
  return accountPage(page, {
    title: securityWords(page.locale).passkeys,
    heading: html`<h1>${name}</h1>`,
    place: 'security',
    isStep: true,
    intro: backedUp ? words.synced : words.bound,
    failure: tried.failure,
    body: html`<div class="panel">
        ${page.form({
          action: pageOf({ id }),
          session,
          body: html`${field({
              name: 'name',
              label: words.name,
              autocomplete: 'off',
              value: tried.name ?? name,
              hint: words.nameHint,
              error: tried.failure?.errors['name'],
              maxlength: 100,
            })}
            <div class="panel-actions">${button(words.rename)}</div>`,
        })}
      </div>
      ${panel({
        id: 'remove',
        heading: words.remove,
        body: html`<p>${words.removeIntro}</p>
          ${page.form({
            action: `${pageOf({ id })}/remove`,
            session,
            body: html`<div class="panel-actions">${button(words.remove, { kind: 'danger' })}</div>`,
          })}`,
      })}`,
  })
}

export const ownPasskeyRoutes = [addPasskey, showPasskey, renamePasskey, removePasskey]
