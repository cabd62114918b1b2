import { Type } from 'typebox'
import { button, buttonLink, html } from '#/ui/index.ts'
import { withFormErrors } from '#/pages/shared/form-errors.ts'
import { accountPage } from './frame.ts'
import { doneAt } from './notices.ts'
import { ownForm, ownPage } from './own-page.ts'
import { connectionWords } from './words/connections.ts'
import type { DescribedAccount } from '#/modules/identity-providers/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import type { Failure } from '#/pages/shared/form-errors.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

const CONNECTIONS = '/account/connections'
const params = Type.Object({ id: Type.String() })
const pageOf = ({ id = '' }: Readonly<Record<string, string>>): string => `/account/linked/${encodeURIComponent(id)}`
const own = (page: PageContext, { user }: SessionPrincipal): Promise<DescribedAccount> =>
  page.services.oauthAccounts.getOwn(user.id, page.request.params['id'] ?? '')

const showLinked = ownPage({
  name: 'pages.account.oauthAccount.show',
  url: '/account/linked/:id',
  params,
  summary: 'Ask before unlinking an account at a provider',
  open: async (page, person) => unlinkPage(page, person, await own(page, person)),
})

const unlink = ownForm({
  name: 'pages.account.oauthAccount.submit',
  url: '/account/linked/:id',
  params,
  standsOn: pageOf,
  summary: 'Unlink one’s account at a provider',
  description: 'Asks for a fresh proof. The last way to sign in can not be taken away.',
  fresh: true,
  answers: [409],
  open: async (page, person) => {
    const account = await own(page, person)
    const wording = {
      last_way_to_sign_in: { field: '', status: 409, text: () => connectionWords(page.locale).last },
    }
    return withFormErrors(
      wording,
      (failure) => unlinkPage(page, person, account, failure),
      async () => {
        await page.services.oauthAccounts.unlinkOwn(person.user.id, account.id, person.actor)
        return doneAt(page, CONNECTIONS, 'unlinked')
      },
    )
  },
})

function unlinkPage(
  page: PageContext,
  { session }: SessionPrincipal,
  { id, displayName, email }: DescribedAccount,
  failure?: Failure,
): Reply {
  const words = connectionWords(page.locale)
  return accountPage(page, {
    title: words.unlinkTitle(displayName),
    place: 'connections',
    isStep: true,
    intro: email ?? undefined,
    failure,
    body: html`<div class="panel">
      <p>${words.unlinkIntro}</p>
      ${page.form({
        action: pageOf({ id }),
        session,
        body: html`<div class="panel-actions">
          ${failure ? buttonLink(words.choosePassword, '/account/password', 'primary') : button(words.unlink, { kind: 'danger' })}
          ${buttonLink(words.keep, CONNECTIONS)}
        </div>`,
      })}
    </div>`,
  })
}

export const linkedRoutes = [showLinked, unlink]
