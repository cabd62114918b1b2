import { html } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import { words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { ConnectionAt } from './connection.ts'
import type { VaultOffer } from './offers.ts'

/** The field of the accounts that were ticked. */
export const ACCOUNT_FIELD = 'account'

const texts = words({
  en: {
    which: 'Which of your accounts it may use',
    only: (client: string) => `${client} may use only the accounts you tick, with what stands beside them.`,
    already: (accounts: string) => `It may use ${accounts} already.`,
    nothing:
      'You have connected no account that it could use. When you have, you choose at your account who may use it.',
  },
  es: {
    which: 'Cuáles de tus cuentas puede usar',
    only: (client) => `${client} solo puede usar las cuentas que marques, con lo que aparece junto a ellas.`,
    already: (accounts) => `Ya puede usar ${accounts}.`,
    nothing:
      'No has conectado ninguna cuenta que pueda usar. Cuando lo hagas, elegirás en tu cuenta quién puede usarla.',
  },
})

/** A provider, and which account of theirs there a person means. */
export const accountLabel = (providerName: string, own: string | null): string =>
  own === null ? providerName : `${providerName} · ${own}`

/** What people call an account that they connected. */
export const accountName = ({ connection: { label, account }, provider }: ConnectionAt): string =>
  accountLabel(provider.displayName, label ?? account)

/**
 * Boxes for the accounts of a person that a client could be let use, none of them ticked; what it may use already stands
 * below. It belongs into the form that says yes to the client.
 */
export function accountChoice(offers: readonly VaultOffer[], clientName: string, locale: Locale): Html {
  const { which, only, already, nothing } = texts(locale)
  const [given, open] = [offers.filter(({ isGiven }) => isGiven), offers.filter(({ isGiven }) => !isGiven)]
  const names = new Intl.ListFormat(locale).format(given.map(({ at }) => accountName(at)))
  return html`<fieldset>
    <legend>${which}</legend>
    ${open.length > 0 && html`<p>${only(clientName)}</p>`} ${open.map(box)}
    ${given.length > 0 && html`<p class="muted">${already(names)}</p>`}
    ${offers.length === 0 && html`<p class="muted">${nothing}</p>`}
  </fieldset>`
}

const box = ({ at, scopes }: VaultOffer): Html =>
  html`<label class="box">
    <input type="checkbox" name="${ACCOUNT_FIELD}" value="${at.connection.id}" />
    <span>${accountName(at)} ${scopes.map((scope) => html`<code class="muted">${scope}</code> `)}</span>
  </label>`
