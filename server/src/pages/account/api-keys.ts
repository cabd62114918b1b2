import { Type } from 'typebox'
import { html, buttonLink } from '#/ui/index.ts'
import { toIso } from '#/platform/clock.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { mayMakeKeys, operatorPrincipal } from '#/modules/api-keys/index.ts'
import { keepingScript } from '#/ui/scripts/script.ts'
import { withFormErrors } from '#/pages/shared/form-errors.ts'
import { PurposeQuery } from '#/pages/shared/sign-in-context.ts'
import { accountPage } from './frame.ts'
import { panel, rows, smallButton } from './fragments.ts'
import { API_KEYS, askedKey, KEY_FIELDS, keyForm } from './key-form.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { ago, day } from './relative-time.ts'
import { apiKeyWords } from './words/api-keys.ts'
import type { Html } from '#/ui/index.ts'
import type { AdminPrincipal, ApiKey } from '#/modules/api-keys/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const url = API_KEYS
// Where whoever has kept the key goes on to.
const query = Type.Object({ next: PurposeQuery.properties.next })

const showKeys = ownPage({
  name: 'pages.account.apiKeys.show',
  url,
  query,
  summary: 'Show the API keys one made, and make one',
  description: 'For people whose role lets them make keys.',
  answers: [403],
  open: (page, person) => keysPage(page, person),
})

const makeKey = ownForm({
  name: 'pages.account.apiKeys.submit',
  url,
  query,
  standsOn: url,
  fields: KEY_FIELDS,
  summary: 'Make an API key',
  description: 'Answers the key, this once.',
  fresh: true,
  answers: [200, 400, 403],
  open: async (page, person) => {
    const by = principalOf(page, person)
    const typed = page.fields()
    const asked = askedKey(typed, page.locale)
    if ('failure' in asked) return keysPage(page, person, { typed, failure: asked.failure })
    const { name, scopes, lifeMs } = asked
    const expires_at = lifeMs === null ? null : toIso(page.services.clock.now() + lifeMs)
    const again = (failure: Failure) => keysPage(page, person, { typed, failure })
    const wording = {
      invalid_request: { field: 'scopes', status: 400, text: () => apiKeyWords(page.locale).unknownScopes },
    }
    return withFormErrors(wording, again, async () => {
      const { key, secret } = await page.services.apiKeyDirectory.create({ name, scopes, expires_at }, by)
      return madePage(page, key, secret)
    })
  },
})

const removeKey = ownForm({
  name: 'pages.account.apiKeys.remove',
  url: `${url}/:id/delete`,
  params: Type.Object({ id: Type.String() }),
  standsOn: url,
  summary: 'Delete an API key one made',
  fresh: true,
  answers: [403, 404, 409],
  open: async (page, person) => {
    const by = principalOf(page, person)
    const id = page.request.params['id'] ?? ''
    const own = await page.services.personKeys.all(person.user.id)
    if (!own.some((key) => key.id === id)) throw new AppError(commonErrors.not_found)
    await page.services.apiKeyDirectory.delete(id, by)
    return doneAt(page, url, 'api_key_deleted')
  },
})

/** As whom a person makes keys. Throws `forbidden` when their role makes none. */
function principalOf({ context }: PageContext, { user }: SessionPrincipal): AdminPrincipal {
  if (!mayMakeKeys(user.systemRole)) throw new AppError(commonErrors.forbidden)
  return operatorPrincipal(user.id, user.systemRole, context)
}

interface Tried {
  readonly typed: Readonly<Record<string, string>>
  readonly failure: Failure
}

async function keysPage(page: PageContext, person: SessionPrincipal, tried?: Tried): Promise<Reply> {
  principalOf(page, person)
  const words = apiKeyWords(page.locale)
  const keys = await page.services.personKeys.all(person.user.id)
  return accountPage(page, {
    title: words.title,
    place: 'overview',
    isStep: true,
    intro: words.intro,
    failure: tried?.failure,
    body: html`${panel({ id: 'keys', heading: words.yours, body: keys.length === 0 ? html`<p class="muted">${words.none}</p>` : keyRows(page, person, keys) })}
    ${panel({ id: 'make', heading: words.make, body: keyForm(page, person, tried?.typed ?? {}, tried?.failure) })}`,
  })
}

function keyRows(page: PageContext, { session }: SessionPrincipal, keys: readonly ApiKey[]): Html {
  const words = apiKeyWords(page.locale)
  return rows(
    keys.map((key) => ({
      title: key.name,
      detail: detailOf(page, key),
      action: page.form({
        action: `${url}/${key.id}/delete`,
        session,
        body: smallButton(words.remove, { about: key.name, kind: 'danger' }),
      }),
    })),
  )
}

function detailOf({ services, locale }: PageContext, { hint, scopes, active, expiresAt, lastUsedAt }: ApiKey): Html {
  const words = apiKeyWords(locale)
  const now = services.clock.now()
  const isOff = !active || (expiresAt !== null && expiresAt <= now)
  const end = expiresAt === null ? '' : ` · ${words.ends} ${day(expiresAt, locale)}`
  const use = lastUsedAt === null ? words.neverUsed : html`${words.used} ${ago(lastUsedAt, now, locale)}`
  return html`…${hint} · ${scopes.join(' ')} · ${isOff ? words.off : html`${use}${end}`}`
}

/** The page that shows a key, this once: it answers the form that made it, because nothing may keep it. */
function madePage(page: PageContext, { name }: ApiKey, secret: string): Reply {
  const words = apiKeyWords(page.locale)
  const next = page.purpose.query === '' ? url : page.purpose.destination
  return accountPage(page, {
    title: words.madeTitle,
    heading: html`<h1>${name}</h1>`,
    place: 'overview',
    intro: words.madeIntro,
    script: keepingScript.url,
    body: html`<div class="panel">
        <ul class="rows" id="secret">
          <li><code class="key">${secret}</code></li>
        </ul>
        <p class="panel-actions">
          <button class="button button-plain" type="button" data-copy="secret" data-done="${words.copied}" hidden>
            ${words.copy}
          </button>
        </p>
        <p>${words.tryIt}</p>
        <p>
          <code class="key">curl ${page.services.issuer}/api/v1/users -H "Authorization: Bearer $KEY"</code>
        </p>
      </div>
      <p class="panel-actions">${buttonLink(words.done, next, 'primary')}</p>`,
  })
}

export const apiKeyPageRoutes = [showKeys, makeKey, removeKey]
