import { Type } from 'typebox'
import { button, buttonLink, field, html } from '#/ui/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { pagesRoute } from '#/platform/http/routing/route.ts'
import { common } from '#/pages/shared/common-words.ts'
import { incomplete } from '#/pages/shared/form-errors.ts'
import { personalPage } from '#/pages/shared/form-page.ts'
import { leavingPage } from '#/pages/shared/leaving-page.ts'
import { PageContext } from '#/pages/shared/page-context.ts'
import { noPurpose } from '#/pages/shared/sign-in-context.ts'
import { doneAt } from './notices.ts'
import { servicePath, SERVICES } from './service-paths.ts'
import { serviceWords } from './words/services.ts'
import type { Html } from '#/ui/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { VaultProvider } from '#/modules/vault/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'

// By a form of ours only: an address that connected by itself could be opened in somebody's browser, signed in at the
// provider as somebody else.
export const connectServiceRoutes = personalPage({
  name: 'pages.connectService',
  url: '/connect/:provider',
  params: Type.Object({ provider: Type.String() }),
  query: Type.Object({ scopes: Type.Optional(Type.String({ maxLength: 4000 })) }),
  fields: ['scopes', 'label', 'api_key'],
  fresh: true,
  show: {
    summary: 'Ask before connecting an account elsewhere',
    description: 'Where agents send people that have nothing connected. `scopes` narrows what is asked for.',
    answers: [200, 303, 403],
    open: async (page, person) => askPage(page, await providerOf(page), person),
  },
  submit: {
    summary: 'Go to a provider to connect an account, or keep a key',
    answers: [200, 303, 400, 403, 409, 429],
    open: async (page, person) => {
      const provider = await providerOf(page)
      const { api_key: key = '', label } = page.fields()
      const isLabelSound = label === undefined || label.length <= 60
      if (!isLabelSound)
        return askPage(page, provider, person, fieldError('label', serviceWords(page.locale).labelWrong))
      if (provider.kind === 'oauth') return depart(page, provider, person, label)
      if (!/^[\x21-\x7e]{1,4096}$/.test(key)) {
        return askPage(page, provider, person, fieldError('api_key', serviceWords(page.locale).keyWrong))
      }
      const { user, actor } = person
      const wanted = { providerName: provider.name, userId: user.id, key, label }
      const { connection } = await page.services.vaultConnections.keepKey(wanted, actor)
      return doneAt(page, servicePath(connection), 'service_connected')
    },
  },
})

const fieldError = (name: string, message: string): Failure => incomplete({ [name]: message })

const providerOf = ({ request, services }: PageContext): Promise<VaultProvider> =>
  services.vaultProviders.getActive(request.params['provider'] ?? '')

async function depart(
  page: PageContext,
  { name, displayName }: VaultProvider,
  { user }: SessionPrincipal,
  label: string | undefined,
): Promise<Reply> {
  const { services, browser } = page
  const scopes = scopesIn(page.fields()['scopes'])
  const url = await services.vaultConnections.depart(name, { userId: user.id, browserId: browser.id, scopes, label })
  return leavingPage(page, displayName, url)
}

function askPage(page: PageContext, provider: VaultProvider, person: SessionPrincipal, failure?: Failure): Reply {
  const words = serviceWords(page.locale)
  const { name, displayName, kind } = provider
  const isKey = kind === 'api_key'
  return page.show({
    title: words.askTitle(displayName),
    heading: words.askHeading(displayName),
    intro: isKey ? words.keyIntro(displayName) : words.askIntro(displayName),
    failure,
    body: page.form({
      action: `/connect/${name}`,
      session: person.session,
      body: html`${isKey ? keyField(page, failure) : askedScopes(page, provider)}
        ${field({
          name: 'label',
          label: words.label,
          autocomplete: 'off',
          maxlength: 60,
          value: page.fields()['label'],
          optional: common(page.locale).optional,
          hint: words.labelHint,
          error: failure?.errors['label'],
        })}
        <div class="actions actions-pair">
          ${buttonLink(words.notNow, SERVICES)}${button(isKey ? words.keepKey : words.goTo(displayName))}
        </div>`,
    }),
  })
}

function keyField({ locale }: PageContext, failure: Failure | undefined): Html {
  const { key } = serviceWords(locale)
  return field({
    name: 'api_key',
    label: key,
    type: 'password',
    autocomplete: 'off',
    error: failure?.errors['api_key'],
  })
}

function askedScopes({ request, locale, fields }: PageContext, provider: VaultProvider): Html | undefined {
  const given = request.method === 'GET' ? request.queryForm.get('scopes') : fields()['scopes']
  const scopes = scopesIn(given) ?? provider.scopes
  if (scopes.length === 0) return undefined
  return html`<details>
      <summary>${serviceWords(locale).askScopes}</summary>
      <ul>
        ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
      </ul>
    </details>
    <input type="hidden" name="scopes" value="${scopes.join(' ')}" />`
}

const scopesIn = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : text.split(/[ ,]+/).filter((scope) => scope !== '')

const Page = Type.String({ description: 'A page for the person' })

/** The way back from a provider, which stands among the calls of the vault. */
const finishConnecting = pagesRoute({
  name: 'vault.connections.callback',
  method: 'GET',
  url: '/vault/callback/:provider',
  auth: { kind: 'session' },
  summary: 'Come back from a provider of the vault',
  description:
    'The address to register with the provider. The state is good once, for the person and the browser that set out.',
  page: true,
  noHead: true,
  schema: {
    params: Type.Object({ provider: Type.String({ maxLength: 60, description: 'The name of the provider.' }) }),
    query: Type.Object({
      state: Type.Optional(Type.String()),
      code: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
    }),
    response: { 303: Type.Null(), 400: Page, 403: Page, 404: Page, 409: Page, 502: Page },
  },
  handler: async (request, services) => {
    const { principal, params: named, query, context } = request
    const browser = services.sessions.browserOf(context.cookies)
    const page = new PageContext({ request, services, browser, purpose: noPurpose })
    const { state = '', code, error } = query
    const arrival = { userId: principal.user.id, browserId: browser.id, state, code, error }
    try {
      const connection = await services.vaultConnections.arrive(named.provider, arrival, principal.actor)
      return doneAt(page, `${services.issuer}${servicePath(connection)}`, 'service_connected')
    } catch (problem) {
      return failedPage(page, await services.vaultProviders.getActive(named.provider), problem)
    }
  },
})

/** Why nothing was connected; what people can't do anything about goes on to the error page. */
function failedPage(page: PageContext, { displayName }: VaultProvider, problem: unknown): Reply {
  const words = serviceWords(page.locale)
  const told: Readonly<Record<string, readonly [400 | 502, string]>> = {
    vault_attempt_over: [400, words.over],
    vault_connection_refused: [400, words.refused(displayName)],
    vault_upstream_failed: [502, words.failed(displayName)],
  }
  const known = problem instanceof AppError ? told[problem.code.code] : undefined
  if (!known) throw problem
  const [status, intro] = known
  return page.show({
    title: words.failedTitle,
    intro,
    status,
    selfUrl: false,
    body: html`<p class="actions">${buttonLink(words.tryAgain, SERVICES, 'primary')}</p>`,
  })
}

/** Routes under `/api/v1` that a browser comes back to. */
export const servicePageRoutes = [finishConnecting]
