import { accountLabel } from '#/modules/vault/index.ts'
import type { NamedVaultGrant } from '#/modules/vault/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'
import { html } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import { smallButton } from './fragments.ts'
import type { rows } from './fragments.ts'
import { SERVICES } from './service-paths.ts'
import { serviceWords } from './words/services.ts'

type Row = Parameters<typeof rows>[0][number]

/** Which client may use which account, each with the button that takes it back. */
export const grantRows = (page: PageContext, person: SessionPrincipal, grants: readonly NamedVaultGrant[]): Row[] => {
  const words = serviceWords(page.locale)
  return grants.map(({ grant, clientName, providerDisplayName, account, label }) => {
    const name = clientName ?? words.goneAgent
    const used = accountLabel(providerDisplayName, label ?? account)
    return {
      title: name,
      detail: html`${used} ${scopeList(grant.scopes)}`,
      action: page.form({
        action: `${SERVICES}/withdraw`,
        session: person.session,
        body: html`<input type="hidden" name="grant" value="${grant.id}" />
          ${smallButton(words.withdraw, { about: `${name}, ${used}` })}`,
      }),
    }
  })
}

/** Scopes of a provider, as it calls them. */
export const scopeList = (scopes: readonly string[]): Html =>
  html`${scopes.map((scope) => html`<code>${scope}</code> `)}`
